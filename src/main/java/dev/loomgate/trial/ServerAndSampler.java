package dev.loomgate.trial;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.sampling.Sampler;
import dev.loomgate.sampling.SamplingException;
import dev.loomgate.server.RunningServer;
import dev.loomgate.server.ServerStartException;
import java.util.Optional;
import java.util.function.Function;

/** A server with the sampler that watches it; both are closed together. */
record ServerAndSampler(RunningServer server, Sampler sampler) implements AutoCloseable {
    /**
     * Attaches a sampler; closes the server when that fails.
     *
     * @throws ServerStartException when the server ended meanwhile, which is a result
     * @throws SamplingException when it lives and can't be sampled, which is none
     */
    static ServerAndSampler of(RunningServer server, Function<RunningServer, Sampler> attach) {
        try {
            return new ServerAndSampler(server, attach.apply(server));
        } catch (SamplingException e) {
            server.close();
            if (e.serverEnded()) {
                Optional<Invalidity> others = Ends.interference(server);
                if (others.isPresent()) {
                    throw new ServerStartException(others.get().sentence(), e);
                }
                String how = server.death().map(Ends::story).orElse(String.valueOf(e.getMessage()));
                throw new ServerStartException(ServerStartException.Origin.SERVER, how, e);
            }
            throw e;
        } catch (RuntimeException | Error e) {
            server.close();
            throw e;
        }
    }

    @Override
    public void close() {
        sampler.close();
        server.close();
    }
}
