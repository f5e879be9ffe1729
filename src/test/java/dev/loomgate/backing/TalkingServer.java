package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server of plain sockets that does with every connection what a test wants. */
final class TalkingServer implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ServerSocket socket;

    TalkingServer(int backlog) throws IOException {
        socket = new ServerSocket(0, backlog, InetAddress.getLoopbackAddress());
    }

    /** What happens on a connection; it is closed afterwards. */
    interface Talk {
        void on(Socket connection) throws IOException;
    }

    static void echo(Socket connection) throws IOException {
        connection.getInputStream().transferTo(connection.getOutputStream());
    }

    /** How long an echo takes, seen from the client. */
    static Duration roundTrip(Socket client) throws IOException {
        long start = System.nanoTime();
        client.getOutputStream().write(1);
        assertThat(client.getInputStream().read()).isEqualTo(1);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    static Duration shortestOfSome(Socket client) throws IOException {
        Duration shortest = roundTrip(client);
        for (int i = 0; i < 10; i++) {
            Duration trip = roundTrip(client);
            shortest = trip.compareTo(shortest) < 0 ? trip : shortest;
        }
        return shortest;
    }

    int port() {
        return socket.getLocalPort();
    }

    void talk(Talk talk) {
        var unused = threads.submit(() -> {
            while (true) {
                talkOn(socket.accept(), talk);
            }
        });
    }

    private void talkOn(Socket connection, Talk talk) {
        var unused = threads.submit(() -> {
            try (connection) {
                talk.on(connection);
            }
            return true;
        });
    }

    @Override
    public void close() throws IOException {
        socket.close();
        threads.shutdownNow();
    }
}
