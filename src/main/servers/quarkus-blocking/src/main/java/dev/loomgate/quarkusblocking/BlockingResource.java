package dev.loomgate.quarkusblocking;

import dev.loomgate.quarkus.Downstream;
import dev.loomgate.quarkus.FortuneTable;
import dev.loomgate.quarkus.Strikes;
import dev.loomgate.quarkus.ThreadEndpoints;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.Path;
import java.util.concurrent.Executors;
import org.eclipse.microprofile.rest.client.inject.RestClient;

/** The workloads on Quarkus' pool of worker threads. */
@Path("/")
@Blocking
final class BlockingResource extends ThreadEndpoints {
    BlockingResource(
            Strikes strikes, @RestClient Downstream downstream, FortuneTable fortunes, ComputingPool computing) {
        // The calls of aggregate have a pool of their own: if they were tasks of the workers, requests could take all
        // workers and then wait for good for calls that no worker is left to make.
        super(strikes, downstream, fortunes, computing.executor(), Executors.newCachedThreadPool());
    }
}
