package dev.loomgate.downstream;

import dev.loomgate.workloads.Faults;
import dev.loomgate.workloads.ServerAddress;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A downstream service that runs. */
final class Downstream implements AutoCloseable {
    private static final int START_SECONDS = 30;
    private static final int STREAMS_PER_CONNECTION = 100;
    private static final int IDLE_MINUTES = 5;

    private final Vertx vertx;
    private final HttpServer server;

    private Downstream(Vertx vertx, HttpServer server) {
        this.vertx = vertx;
        this.server = server;
    }

    /**
     * Returns when it listens.
     *
     * @throws IllegalStateException when it can't, for example because somebody else does
     */
    static Downstream start(ServerAddress address, Faults faults) {
        Vertx vertx = Vertx.vertx(oneEventLoop());
        HttpServerOptions options = options(address);
        HttpServer server = vertx.createHttpServer(options).requestHandler(new Requests(vertx, options, faults));
        try {
            server.listen().toCompletionStage().toCompletableFuture().get(START_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException failed) {
            vertx.close();
            throw new IllegalStateException(
                    "it can't listen on " + address.host() + ":" + address.port() + ": " + reason(failed), failed);
        }
        return new Downstream(vertx, server);
    }

    int port() {
        return server.actualPort();
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private static VertxOptions oneEventLoop() {
        // Nothing is read from files: without this, Vert.x leaves a folder behind for what it might unpack.
        FileSystemOptions noFiles =
                new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false);
        // Nothing here blocks: what Vert.x would report is a machine that gives the event loop no CPU.
        return new VertxOptions()
                .setEventLoopPoolSize(1)
                .setBlockedThreadCheckInterval(1)
                .setBlockedThreadCheckIntervalUnit(TimeUnit.HOURS)
                .setFileSystemOptions(noFiles);
    }

    private static HttpServerOptions options(ServerAddress address) {
        HttpServerOptions options = new HttpServerOptions()
                .setHost(address.host())
                .setPort(address.port())
                .setAcceptBacklog(address.acceptQueue())
                .setIdleTimeout(IDLE_MINUTES)
                .setIdleTimeoutUnit(TimeUnit.MINUTES)
                .setHttp2ClearTextEnabled(true);
        options.getInitialSettings().setMaxConcurrentStreams(STREAMS_PER_CONNECTION);
        return options;
    }

    private static String reason(Exception failed) {
        Throwable cause =
                failed instanceof ExecutionException && failed.getCause() != null ? failed.getCause() : failed;
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
