package dev.loomgate.server;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes what a container says into a file, as it says it. */
final class ContainerLog extends ResultCallback.Adapter<Frame> {
    private final OutputStream file;

    ContainerLog(Path log) {
        try {
            this.file = Files.newOutputStream(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void onNext(Frame frame) {
        try {
            file.write(frame.getPayload());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try (file) {
            super.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
