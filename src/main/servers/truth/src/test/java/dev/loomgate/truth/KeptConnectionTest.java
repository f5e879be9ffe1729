package dev.loomgate.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.workloads.ServerStart;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;

/** Clients that ask again the moment they are answered, while the thread that answered is not yet done with the connection. */
final class KeptConnectionTest {
    private static final int CLIENTS = 4;
    private static final int REQUESTS = 4_000;
    private static final int PATIENCE_MILLIS = 10_000;
    private static final byte[] REQUEST =
            "GET /truth HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private int port;

    @BeforeEach
    void boot() throws IOException {
        Script script = ScriptParser.parse(Map.of("loomgate.truth.delay", "constant 100us"));
        TruthLog log = new TruthLog(false);
        Phases phases = new Phases(script);
        Gate gate = new Gate(phases);
        Waiter waiter = new Waiter(new Replies(gate, phases, log), gate, script);
        Replies replies = new Replies(gate, phases, log);
        Facts facts = new Facts(script, ServerStart.begin(() -> {}), CLIENTS);
        Requests requests = new Requests(script, phases, log, waiter, replies, new Burner(0, gate), facts);
        Loop loop = new Loop(gate, requests, replies);
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        Acceptor acceptor = new Acceptor(anyPort, CLIENTS, gate, waiter, loop, 0);
        port = acceptor.port();
        waiter.start(loop);
        loop.start();
        acceptor.start();
    }

    /** A loop that forgot a request now and then hung in 9 of 10 repetitions without the optimising compiler, hardly ever with it: see the pom. */
    @RepeatedTest(3)
    void everyRequestIsAnswered() throws Exception {
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<Integer>> answered = IntStream.range(0, CLIENTS)
                    .mapToObj(client -> clients.submit(this::askAgainAndAgain))
                    .toList();
            for (Future<Integer> client : answered) {
                assertThat(client.get()).isEqualTo(REQUESTS);
            }
        }
    }

    private int askAgainAndAgain() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            byte[] answer = null;
            int answers = 0;
            while (answers < REQUESTS) {
                socket.getOutputStream().write(REQUEST);
                answer = answer == null ? first(socket.getInputStream()) : next(socket.getInputStream(), answer);
                answers++;
            }
            return answers;
        }
    }

    /** It ends with its body, {@code ok}. */
    private static byte[] first(InputStream in) throws IOException {
        StringBuilder answer = new StringBuilder();
        while (!answer.toString().endsWith("\r\n\r\nok")) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the connection ended after '" + answer + "'");
            }
            answer.append((char) next);
        }
        return answer.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] next(InputStream in, byte[] sameAs) throws IOException {
        assertThat(in.readNBytes(sameAs.length)).isEqualTo(sameAs);
        return sameAs;
    }
}
