package dev.loomgate.springmvc;

import dev.loomgate.workloads.Faults;
import dev.loomgate.workloads.Message;
import dev.loomgate.workloads.PrimeRange;
import dev.loomgate.workloads.Primes;
import dev.loomgate.workloads.Workload;
import java.time.Duration;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The workloads without a service behind them, in the style of threads: compute, then sleep, on the thread of the request. */
@RestController
final class WorkloadController {
    private final Faults faults;
    private final Answers answers;
    private final Parallel parallel;
    private final int processors = Runtime.getRuntime().availableProcessors();

    WorkloadController(Faults faults, Answers answers, Parallel parallel) {
        this.faults = faults;
        this.answers = answers;
        this.parallel = parallel;
    }

    @GetMapping("/empty")
    ResponseEntity<Object> empty() throws Exception {
        return serve(Workload.EMPTY);
    }

    @GetMapping("/io")
    ResponseEntity<Object> io() throws Exception {
        return serve(Workload.IO);
    }

    @GetMapping("/compute")
    ResponseEntity<Object> compute() throws Exception {
        return serve(Workload.COMPUTE);
    }

    @GetMapping("/matmul")
    ResponseEntity<Object> matmul() throws Exception {
        return serve(Workload.MATMUL);
    }

    @GetMapping("/mixed")
    ResponseEntity<Object> mixed() throws Exception {
        return serve(Workload.MIXED);
    }

    @GetMapping("/pinned")
    ResponseEntity<Object> pinned() throws Exception {
        return serve(Workload.PINNED);
    }

    @GetMapping("/json")
    ResponseEntity<Object> json() throws Exception {
        return answers.json(Message::hello);
    }

    @GetMapping("/primes")
    ResponseEntity<Object> primes(
            @RequestParam(required = false) String from,
            @RequestParam(required = false) String to,
            @RequestParam(required = false) String tasks)
            throws Exception {
        return answers.json(() ->
                Primes.of(parallel.compute(PrimeRange.parse(from, to).tasks(tasks, processors), PrimeRange::primes)));
    }

    private ResponseEntity<Object> serve(Workload workload) throws Exception {
        return answers.text(() -> {
            String body = workload.body();
            Duration wait = faults.waitOf(workload);
            if (wait.isPositive()) {
                workload.await(wait);
            }
            return body;
        });
    }
}
