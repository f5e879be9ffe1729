package dev.loomgate.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The line protocol between harness and generator: one JSON object per line. Writing is thread-safe, reading is for one
 * thread.
 */
final class Wire<I, O> {
    private static final ObjectMapper JSON = new ObjectMapper().registerModules(new Jdk8Module(), new LoadJson());

    private final BufferedReader in;
    private final OutputStream out;
    private final Class<I> incoming;

    Wire(InputStream in, OutputStream out, Class<I> incoming) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.out = out;
        this.incoming = incoming;
    }

    void send(O message) {
        try {
            byte[] line = (JSON.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
            synchronized (out) {
                out.write(line);
                out.flush();
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + message, e);
        } catch (IOException e) {
            throw new UncheckedIOException("the other side of the wire is gone", e);
        }
    }

    /**
     * The next message; empty when the other side has closed the line. Lines that are not JSON objects are skipped:
     * some library wrote to the console.
     */
    Optional<I> receive() {
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("{")) {
                    return Optional.of(JSON.readValue(line, incoming));
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot understand the other side of the wire", e);
        }
    }
}
