package dev.loomgate.springmvc;

import dev.loomgate.spring.Downstream;
import dev.loomgate.workloads.Clan;
import dev.loomgate.workloads.Fortune;
import dev.loomgate.workloads.StubDelay;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The workloads that ask a service behind the server; a thread waits for each answer. */
@RestController
final class ServiceController {
    private final Answers answers;
    private final Downstream downstream;
    private final JdbcClient database;
    private final Parallel parallel;

    ServiceController(Answers answers, Downstream downstream, JdbcClient database, Parallel parallel) {
        this.answers = answers;
        this.downstream = downstream;
        this.database = database;
        this.parallel = parallel;
    }

    @GetMapping("/remote-io")
    ResponseEntity<Object> remoteIo() throws Exception {
        return answers.text(() -> downstream.waited().block());
    }

    @GetMapping("/aggregate")
    ResponseEntity<Object> aggregate(@RequestParam(required = false) String delay) throws Exception {
        return answers.json(() -> rosters(StubDelay.parse(delay)));
    }

    @GetMapping("/fortunes")
    ResponseEntity<Object> fortunes() throws Exception {
        return answers.json(() -> Fortune.withOneMore(database.sql(Fortune.SELECT)
                .query((row, number) -> new Fortune(row.getInt(1), row.getString(2)))
                .list()));
    }

    private List<Clan.Roster> rosters(int delayMillis) throws InterruptedException {
        List<Clan> clans = downstream.clans(delayMillis).block();
        return parallel.fanOut(
                clans, clan -> downstream.roster(clan, delayMillis).block());
    }
}
