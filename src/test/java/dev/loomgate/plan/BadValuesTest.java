package dev.loomgate.plan;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class BadValuesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource({"services", "needs", "images", "keys", "quantities", "numbers", "names"})
    void refuses(String what, String sound, String spoiled, String words) {
        Sample.assertOneProblem(folder, Sample.with(sound, spoiled), words.split("\\|"));
    }

    private static final String WEBFLUX = "webflux: {server: spring-webflux}";
    private static final String COMPUTE = "compute: {path: /compute, waits: 0 ms, ";

    private static final String JAR = "webflux: {jar: a.jar, port: {env: PORT}, ready: /up, ";

    /** What a service needs besides, and what names it. */
    static Stream<Arguments> needs() {
        return Stream.of(
                arguments(
                        "a working folder that is not there",
                        WEBFLUX,
                        JAR + "folder: ¦nowhere}",
                        "there is no folder |nowhere"),
                arguments(
                        "a need that is nowhere",
                        WEBFLUX,
                        JAR + "needs: {database: {}, kafka: ¦{}}}",
                        "need kafka has one form, found none|allowed: address, image"),
                arguments(
                        "a need in a container that listens nowhere",
                        WEBFLUX,
                        JAR + "needs: {kafka: ¦{image: 'acme/kafka:4'}}}",
                        "a need with 'image' needs the key 'port'"),
                arguments(
                        "a need that names nothing to start",
                        WEBFLUX,
                        JAR + "needs: {kafka: {address: '127.0.0.1:9092', ¦port: 9092}}}",
                        "unknown key 'port'|allowed: address"),
                arguments(
                        "an address without a port",
                        WEBFLUX,
                        JAR + "needs: {kafka: {address: ¦localhost}}}",
                        "host and port are expected, as in 127.0.0.1:9090, was 'localhost'"),
                arguments(
                        "an address whose port there is not",
                        WEBFLUX,
                        JAR + "needs: {kafka: {address: ¦'localhost:99999'}}}",
                        "'99999' is not a port: 1 to 65535"),
                arguments(
                        "a need by a name in capitals",
                        WEBFLUX,
                        JAR + "needs: {¦Kafka: {address: '127.0.0.1:9092'}}}",
                        "'Kafka'"),
                arguments(
                        "a file to copy in that is not there",
                        WEBFLUX,
                        JAR + "needs: {kafka: {image: kafka, port: 1, files: {¦no.conf: /etc/kafka.conf}}}}",
                        "there is no file |no.conf"),
                arguments(
                        "a file that is copied to nowhere",
                        WEBFLUX,
                        JAR + "needs: {kafka: {image: kafka, port: 1, files: {.: ¦etc/kafka.conf}}}}",
                        "a path in the container that starts with / is expected, was 'etc/kafka.conf'"),
                arguments(
                        "a line of the log that is no regular expression",
                        WEBFLUX,
                        JAR + "needs: {kafka: {image: kafka, port: 1, ready: {log: ¦'ready)'}}}}",
                        "not a regular expression"),
                arguments(
                        "a start at another time",
                        WEBFLUX,
                        JAR + "needs: {kafka: {image: kafka, port: 1, start: ¦once per day}}}",
                        "unknown word 'once per day'|allowed: once per run, once per unit"),
                arguments(
                        "a place that nothing fills",
                        WEBFLUX,
                        JAR + "args: ['--loud', ¦'--kafka=${kafka.host}']}",
                        "nothing fills ${kafka.host} here: 'needs: {kafka: …}' does"),
                arguments(
                        "a place of a need that is written in another way",
                        WEBFLUX,
                        JAR + "env: {KAFKA: ¦'${kakfa.host}'}, needs: {kafka: {address: '127.0.0.1:9092'}}}",
                        "nothing fills ${kakfa.host}; did you mean 'kafka.host'?|allowed: kafka.host, kafka.port"),
                arguments(
                        "a place that a need has not",
                        WEBFLUX,
                        JAR + "settings: {kafka: ¦'${kafka.password}'}, needs: {kafka: {address: '127.0.0.1:9092'}}}",
                        "nothing fills ${kafka.password}: a need has a host and a port"),
                arguments(
                        "a need behind one that stands below it",
                        WEBFLUX,
                        JAR + "needs: {registry: {image: r, port: 1, env: {BROKER: ¦'${kafka.host}:1'}},"
                                + " kafka: {image: k, port: 1}}}",
                        "nothing fills ${kafka.host} in registry: only needs that stand above it do"),
                arguments(
                        "a need of the run behind one of a unit",
                        WEBFLUX,
                        JAR + "needs: {kafka: {image: k, port: 1, start: once per unit},"
                                + " registry: {image: r, port: 1, command: [run, ¦'${kafka.host}']}}}",
                        "kafka is new in each start of the service, and registry serves the whole run:"
                                + " give it 'start: once per unit', too"),
                arguments(
                        "a container behind what listens on this machine alone",
                        WEBFLUX,
                        JAR + "needs: {kafka: {address: 'localhost:1'},"
                                + " registry: {image: r, port: 1, env: {BROKER: ¦'${kafka.host}:1'}}}}",
                        "kafka is at localhost of this machine, which can't be reached from the container of registry"),
                arguments(
                        "a container behind the database of the service",
                        WEBFLUX,
                        JAR + "needs: {database: {},"
                                + " registry: {image: r, port: 1, env: {STORE: ¦'${database.host}'}}}}",
                        "${database.host} is for the service alone"));
    }

    private static final String IMAGE = "webflux: {image: 'acme/shop:1', ready: /up, ";

    /** A service that is an image, and ports that don't change. */
    static Stream<Arguments> images() {
        return Stream.of(
                arguments(
                        "no name of an image",
                        WEBFLUX,
                        "webflux: {image: ¦'my shop', port: {env: PORT}, ready: /up}",
                        "'my shop' is not the name of an image, as in acme/shop:1.2"),
                arguments(
                        "a working folder of an image",
                        WEBFLUX,
                        IMAGE + "port: {env: PORT}, ¦folder: .}",
                        "unknown key 'folder'|allowed: image, args"),
                arguments(
                        "system properties of what may be no JVM",
                        WEBFLUX,
                        IMAGE + "port: {env: PORT}, settings: ¦{a: b}}",
                        "'settings' are of a JVM: say 'jvm: true'"),
                arguments(
                        "a property that tells the port to what may be no JVM",
                        WEBFLUX,
                        IMAGE + "port: ¦{property: server.port}}",
                        "a system property is of a JVM: say 'jvm: true'"),
                arguments(
                        "a service of this machine before a network of its own",
                        WEBFLUX,
                        IMAGE + "port: {fixed: 8080}, needs: ¦{kafka: {address: 'localhost:9092'}}}",
                        "an image with a fixed port has a network of its own"),
                arguments(
                        "a port that there is not",
                        WEBFLUX,
                        "webflux: {jar: a.jar, port: {fixed: ¦70000}, ready: /up}",
                        "70000"));
    }

    /** A service of the user's own, and what is asked of it. */
    static Stream<Arguments> services() {
        return Stream.of(
                arguments(
                        "a jar and a server",
                        WEBFLUX,
                        "webflux: ¦{server: spring-webflux, jar: a.jar, port: {env: PORT}, ready: /up}",
                        "variant webflux has one form, found [jar, server]|allowed: command, image, jar, server"),
                arguments(
                        "a command that is told its port by a property",
                        WEBFLUX,
                        "webflux: {command: [node, app.js], port: {property: ¦port}, ready: /up}",
                        "a command has no system properties"),
                arguments(
                        "JVM arguments of a command",
                        WEBFLUX,
                        "webflux: {command: [node, app.js], port: {env: PORT}, ready: /up, ¦jvm-args: [-Xint]}",
                        "unknown key 'jvm-args'|allowed: command, port, ready, folder, within, tls, http, env"),
                arguments(
                        "a seed that is not there",
                        WEBFLUX,
                        "webflux: {jar: a.jar, port: {env: PORT}, ready: /up, needs: {database: {seed: [¦no.sql]}}}",
                        "there is no file |no.sql"),
                arguments(
                        "a place of the database that there is not",
                        WEBFLUX,
                        "webflux: {jar: a.jar, port: {env: PORT}, ready: /up, env: {DB: ¦'${database.hots}'}, needs: {database: {}}}",
                        "nothing fills ${database.hots}; did you mean 'database.host'?"),
                arguments(
                        "a command without a word",
                        WEBFLUX,
                        "webflux: {command: ¦[], port: {env: PORT}, ready: /up}",
                        "the list is empty"),
                arguments(
                        "a jar that is not told its port",
                        WEBFLUX,
                        "webflux: ¦{jar: a.jar, ready: /up}",
                        "a variant with 'jar' needs the key 'port'"),
                arguments(
                        "a jar that never tells that it is ready",
                        WEBFLUX,
                        "webflux: ¦{jar: a.jar, port: {env: PORT}}",
                        "a variant with 'jar' needs the key 'ready'"),
                arguments(
                        "what only the servers of this project tell",
                        WEBFLUX,
                        "webflux: {jar: a.jar, port: {env: PORT}, ready: /up, ¦effective: {threads: virtual}}",
                        "unknown key 'effective'|allowed: jar, build, port, ready, folder, within"),
                arguments(
                        "two ports",
                        WEBFLUX,
                        "webflux: {jar: a.jar, port: ¦{env: PORT, property: port}, ready: /up}",
                        "the port of a variant has one form, found [property, env]|allowed: argument, env, fixed, property"),
                arguments(
                        "an argument without a place for the port",
                        WEBFLUX,
                        "webflux: {jar: a.jar, port: {argument: ¦--port}, ready: /up}",
                        "'--port' has no {port} in it"),
                arguments(
                        "a readiness that is no path",
                        WEBFLUX,
                        "webflux: {jar: a.jar, port: {env: PORT}, ready: ¦up}",
                        "a path that starts with / is expected, was 'up'"),
                arguments(
                        "a certificate that is not there",
                        WEBFLUX,
                        "webflux: {jar: a.jar, port: {env: PORT}, ready: /up, tls: {certificate: ¦shop.pem}}",
                        "there is no file |shop.pem"),
                arguments(
                        "a certificate that is none",
                        WEBFLUX,
                        "webflux: {jar: a.jar, port: {env: PORT}, ready: /up, tls: {certificate: ¦thresholds.yml}}",
                        "thresholds.yml is no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----"),
                arguments(
                        "TLS without a certificate",
                        WEBFLUX,
                        "webflux: {jar: a.jar, port: {env: PORT}, ready: /up, tls: ¦{}}",
                        "needs the key 'certificate'"),
                arguments(
                        "HTTP/2 without TLS",
                        WEBFLUX,
                        "webflux: {jar: a.jar, port: {env: PORT}, ready: /up, http: ¦2}",
                        "HTTP/2 is spoken over TLS here|add tls: {certificate: …}"),
                arguments(
                        "HTTP/3",
                        WEBFLUX,
                        "webflux: {jar: a.jar, port: {env: PORT}, ready: /up, http: ¦3}",
                        "HTTP is 1 or 2, found '3'"),
                arguments(
                        "HTTP/2 of a server of this project",
                        WEBFLUX,
                        "webflux: {server: spring-webflux, ¦http: 2}",
                        "unknown key 'http'"),
                arguments(
                        "a method that is not sent",
                        COMPUTE,
                        "compute: {method: ¦POSTS, path: /compute, waits: 0 ms, ",
                        "unknown method 'POSTS'; did you mean 'POST'?|allowed: GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS"),
                arguments(
                        "two bodies",
                        COMPUTE,
                        "compute: {send: ¦a, send-file: b, path: /compute, waits: 0 ms, ",
                        "'send' and 'send-file' exclude each other"),
                arguments(
                        "a body in a file that is not there",
                        COMPUTE,
                        "compute: {send-file: ¦order.json, path: /compute, waits: 0 ms, ",
                        "there is no file |order.json"),
                arguments(
                        "a header with a blank",
                        COMPUTE,
                        "compute: {headers: {¦Content Type: a}, path: /compute, waits: 0 ms, ",
                        "'Content Type' is not the name of a header"),
                arguments(
                        "no status",
                        COMPUTE,
                        "compute: {status: ¦42, path: /compute, waits: 0 ms, ",
                        "must be at least 200, was '42'"));
    }

    static Stream<Arguments> keys() {
        return Stream.of(
                arguments(
                        "an unknown key",
                        "{java: 21, ",
                        "{java: 21, ¦color: red, ",
                        "unknown key 'color'|allowed: java, cpus, heap, memory, jvm-args"),
                arguments(
                        "a misspelt key and guesses it",
                        "guards: {",
                        "¦gards: {",
                        "unknown key 'gards'; did you mean 'guards'?"),
                arguments(
                        "a missing key",
                        "webflux: {server: spring-webflux}",
                        "webflux: ¦{settings: {a: 1}}",
                        "variant webflux has one form, found none|allowed: command, image, jar, server"),
                arguments(
                        "a duplicate key",
                        "    iterations: 3\n",
                        "    iterations: 3\n    ¦iterations: 4\n",
                        "duplicate key 'iterations', first in line 17"),
                arguments(
                        "a variant defined twice",
                        "  webflux: {",
                        "  ¦virtual: {server: a}\n  webflux: {",
                        "duplicate key 'virtual'"),
                arguments(
                        "a metric limited twice",
                        "      p50: \"<= 115 ms\"\n",
                        "      p50: \"<= 115 ms\"\n      ¦p50: \"<= 90 ms\"\n",
                        "duplicate key 'p50'"),
                arguments(
                        "a text instead of a mapping",
                        "webflux: {server: spring-webflux}",
                        "webflux: ¦spring",
                        "variant webflux is a mapping, found 'spring'"),
                arguments(
                        "a list instead of a mapping",
                        "settings: {server.tomcat.threads.max: 100}",
                        "settings: ¦[a]",
                        "a mapping is expected here, found a list"),
                arguments(
                        "a mapping instead of a text",
                        "server: spring-webflux",
                        "server: ¦{name: spring}",
                        "a text is expected here, found a mapping"),
                arguments("an empty value", "path: /io, ", "path: ¦~, ", "found nothing"),
                arguments(
                        "nothing instead of a mapping",
                        "webflux: {server: spring-webflux}",
                        "webflux: ¦~",
                        "variant webflux is a mapping, found nothing|allowed: jar, command, image, jvm, folder, build"),
                arguments(
                        "a list instead of a number",
                        "max-iterations: 5",
                        "max-iterations: ¦[5]",
                        "a whole number is expected here, found a list"),
                arguments("a text instead of a list", "[\"-XX:+UseG1GC\"]", "¦-XX:+UseG1GC", "a list is expected"),
                arguments(
                        "an empty list",
                        "variants: [virtual], workloads: [compute]",
                        "variants: ¦[], workloads: [compute]",
                        "the list is empty"));
    }

    static Stream<Arguments> quantities() {
        return Stream.of(
                arguments(
                        "a missing unit",
                        "rest: 500 ms",
                        "rest: ¦500",
                        "'500' has no unit|allowed: ns, us, ms, s, min"),
                arguments(
                        "an unknown unit",
                        "rest: 500 ms",
                        "rest: ¦500 msec",
                        "unknown unit 'msec'|allowed: ns, us, ms, s, min"),
                arguments(
                        "a unit of another dimension",
                        "rest: 500 ms",
                        "rest: ¦500 MiB",
                        "'500 MiB' is not a time|allowed: ns"),
                arguments("a negative time", "rest: 500 ms", "rest: ¦-500 ms", "'-500 ms' is negative"),
                arguments("a negative rate", "[80 req/s]", "[¦-80 req/s]", "'-80 req/s' is negative|allowed: req/s"),
                arguments("a rate of zero", "[80 req/s]", "[¦0 req/s]", "whole number of req/s between 1 and"),
                arguments("no users", "[80 req/s]", "[¦0 users]", "whole number of users between 1 and"),
                arguments("half a user", "[80 req/s]", "[¦1.5 users]", "unknown unit 'users'|allowed: req/s"),
                arguments("half a request", "[80 req/s]", "[¦80.5 req/s]", "whole number of req/s"),
                arguments("NaN", "quiet: 5 %", "quiet: ¦NaN %", "'NaN %' is not a share"),
                arguments("infinity", "rest: 500 ms", "rest: ¦.inf", "'.inf' is not a time"),
                arguments("an exponent", "rest: 500 ms", "rest: ¦5e2 ms", "unknown unit 'e2 ms'"),
                arguments(
                        "a number beyond all sense", "rest: 500 ms", "rest: ¦99999999999 min", "longer than 24 hours"),
                arguments("an iteration of half a second", "iteration: 5 s", "iteration: ¦2.5 s", "whole seconds"),
                arguments("an iteration of no length", "iteration: 5 s", "iteration: ¦0 s", "at least 1 s"),
                arguments(
                        "a share above 100 %", "quiet: 5 %", "quiet: ¦500 %", "the quiet share is between 0 and 100 %"),
                arguments("a guard above 100 %", "guards: {rate: 1 %", "guards: {rate: ¦100 %", "guards are shares"),
                arguments(
                        "a guard that nothing can keep",
                        "guards: {rate: 1 %",
                        "guards: {foreign-cpu: ¦0 %, rate: 1 %",
                        "above 0 % and at most 100 %"),
                arguments("a guard without unit", "guards: {rate", "guards: {steal: ¦5, rate", "unit"),
                arguments(
                        "a misspelt guard",
                        "guards: {rate",
                        "guards: {¦foreing-cpu: 5 %, rate",
                        "did you mean 'foreign-cpu'?"),
                arguments(
                        "a clock that no clock keeps",
                        "guards: {rate",
                        "guards: {clock: ¦1 ms, rate",
                        "must be at least 5 ms"),
                arguments(
                        "a sampler that can't be that quick",
                        "guards: {rate",
                        "guards: {sampler-gap: ¦250 ms, rate",
                        "must be at least 500 ms"));
    }

    static Stream<Arguments> numbers() {
        return Stream.of(
                arguments("an old Java", "{java: 21,", "{java: ¦8,", "must be at least 11, was '8'"),
                arguments("a Java that is no number", "{java: 21,", "{java: ¦21.0.2,", "a whole number is expected"),
                arguments(
                        "a heap that fills the memory",
                        "jdk21: {java: 21, heap: 256 MiB",
                        "jdk21: {java: 21, heap: ¦768 MiB",
                        "needs 0 < heap < memory"),
                arguments(
                        "a heap that is set twice",
                        "\"-XX:+UseG1GC\"",
                        "¦\"-Xmx1g\"",
                        "is set by the runtime's key 'heap'"),
                arguments("a JVM argument without hyphen", "\"-XX:+UseG1GC\"", "¦\"UseG1GC\"", "starts with -"),
                arguments("a floor above the cap", "floor: 2", "floor: ¦7", "1 <= floor <= cap, has 7 and 6"),
                arguments(
                        "more iterations than the maximum",
                        "max-iterations: 5",
                        "max-iterations: ¦2",
                        "1 <= iterations <= max-iterations, has 3 and 2"),
                arguments("no iterations", "    iterations: 3", "    iterations: ¦0", "must be at least 1, was '0'"),
                arguments(
                        "a body that is no regular expression", "body: ok", "body: ¦'(ok'", "not a regular expression"),
                arguments("a relative path", "path: /io", "path: ¦io", "starts with /, was 'io'"),
                arguments("a path that is a word", "path: /io", "path: ¦empty", "starts with /, was 'empty'"),
                arguments("an empty path", "path: /io", "path: ¦''", "a text is expected here, found nothing"));
    }

    static Stream<Arguments> names() {
        return Stream.of(
                arguments(
                        "an unknown variant in a row",
                        "variants: [virtual], workloads: [compute]",
                        "variants: [¦virtal], workloads: [compute]",
                        "unknown variant 'virtal'; did you mean 'virtual'?|allowed: platform-100, virtual, webflux"),
                arguments(
                        "an unknown workload in a row",
                        "virtual], workloads: [io]",
                        "virtual], workloads: [¦oi]",
                        "unknown workload 'oi'|allowed: io, compute"),
                arguments(
                        "an unknown runtime in a row",
                        "- {variants: [virtual]",
                        "- {runtimes: [¦jdk22], variants: [virtual]",
                        "unknown runtime 'jdk22'|allowed: jdk21, jdk25"),
                arguments(
                        "a word that is not 'all'",
                        "variants: [virtual], workloads: [compute]",
                        "variants: ¦every, workloads: [compute]",
                        "a list of variants or the word 'all'"),
                arguments(
                        "a name listed twice",
                        "variants: [virtual], workloads: [compute]",
                        "variants: [virtual, ¦virtual], workloads: [compute]",
                        "'virtual' is listed twice"),
                arguments("a name unfit for files", "webflux: {", "¦Web/Flux: {", "is not a name for a variant"),
                arguments(
                        "a server unfit for a folder",
                        "server: spring-webflux",
                        "server: ¦../spring",
                        "is not a folder"),
                arguments(
                        "a cell that two rows name",
                        "      - {variants: [virtual]",
                        "      - ¦{variants: [virtual], workloads: [io], loads: [500 req/s]}\n      - {variants: [virtual]",
                        "scale quick lists virtual · io · 500 req/s twice, first in line 22"));
    }
}
