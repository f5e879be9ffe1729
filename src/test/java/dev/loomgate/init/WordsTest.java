package dev.loomgate.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;

/** Text that comes from elsewhere, as words, names, values and comments of a file. */
class WordsTest {
    @Test
    void aCommandIsSplitAsAShellDoes() {
        assertThat(Words.of("node server.js")).containsExactly("node", "server.js");
        assertThat(Words.of("  sh  -c 'a b' \"it's\" ''")).containsExactly("sh", "-c", "a b", "it's", "");
        assertThat(Words.of("a'b c'd")).containsExactly("ab cd");
        assertThat(Words.of(" ")).isEmpty();
        assertThatThrownBy(() -> Words.of("sh -c 'a"))
                .isInstanceOf(InitException.class)
                .hasMessageContaining("a quote ' that does not end");
    }

    @ParameterizedTest
    @CsvSource({
        "/orders/{id},            orders-id",
        "/v1/Customers/{userId},  v1-customers-user-id",
        "/,                       root",
        "/123,                    root",
        "/all,                    root",
        "/a..b//c/,               a-b-c",
        "/öffnungszeiten,         ffnungszeiten"
    })
    void aPathIsAName(String path, String name) {
        assertThat(Words.name(path, "root")).isEqualTo(name);
    }

    /** YAML reads it as it was, whatever it holds. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"it's", "a: b", "# no comment", "'", "{x: [1]}", "yes", "\\d+\\{\"", "ä €"})
    void aQuotedValueIsReadAsItWas(String text) {
        Object read = new Yaml().load(Words.quoted(text));

        assertThat(read).isEqualTo(text);
    }

    /** A summary with a line break must not end the comment that it stands in. */
    @Test
    void aCommentIsOneLine() {
        assertThat(Words.comment(" one\ntwo\r\nthree\u2028four ")).isEqualTo("one two  three four");
        assertThat(Words.comment("x".repeat(1000))).hasSize(160);
    }
}
