package dev.loomgate.springmvc;

import dev.loomgate.workloads.Faults;
import dev.loomgate.workloads.Workload;
import java.time.Duration;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The workloads in the style of threads: compute, then sleep, on the thread of the request. */
@RestController
final class WorkloadController {
    private final Faults faults;

    WorkloadController(Faults faults) {
        this.faults = faults;
    }

    @GetMapping("/empty")
    ResponseEntity<String> empty() throws InterruptedException {
        return serve(Workload.EMPTY);
    }

    @GetMapping("/io")
    ResponseEntity<String> io() throws InterruptedException {
        return serve(Workload.IO);
    }

    @GetMapping("/compute")
    ResponseEntity<String> compute() throws InterruptedException {
        return serve(Workload.COMPUTE);
    }

    @GetMapping("/matmul")
    ResponseEntity<String> matmul() throws InterruptedException {
        return serve(Workload.MATMUL);
    }

    @GetMapping("/mixed")
    ResponseEntity<String> mixed() throws InterruptedException {
        return serve(Workload.MIXED);
    }

    private ResponseEntity<String> serve(Workload workload) throws InterruptedException {
        if (faults.strike()) {
            return ResponseEntity.internalServerError()
                    .contentType(MediaType.TEXT_PLAIN)
                    .body(Faults.ERROR_BODY);
        }
        String body = faults.bodyOf(workload);
        Duration wait = faults.waitOf(workload);
        if (wait.isPositive()) {
            Thread.sleep(wait);
        }
        return ResponseEntity.ok().contentType(MediaType.TEXT_PLAIN).body(body);
    }
}
