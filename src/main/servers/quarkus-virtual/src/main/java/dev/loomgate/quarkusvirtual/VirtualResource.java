package dev.loomgate.quarkusvirtual;

import dev.loomgate.quarkus.Downstream;
import dev.loomgate.quarkus.FortuneTable;
import dev.loomgate.quarkus.Strikes;
import dev.loomgate.quarkus.ThreadEndpoints;
import io.quarkus.virtual.threads.VirtualThreads;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Path;
import java.util.concurrent.ExecutorService;
import org.eclipse.microprofile.rest.client.inject.RestClient;

/** The workloads on a virtual thread per request. */
@Path("/")
@RunOnVirtualThread
final class VirtualResource extends ThreadEndpoints {
    VirtualResource(
            Strikes strikes,
            @RestClient Downstream downstream,
            FortuneTable fortunes,
            @VirtualThreads ExecutorService threadPerTask) {
        super(strikes, downstream, fortunes, threadPerTask, threadPerTask);
    }
}
