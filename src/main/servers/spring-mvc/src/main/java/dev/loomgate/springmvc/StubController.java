package dev.loomgate.springmvc;

import dev.loomgate.workloads.Clan;
import dev.loomgate.workloads.Clans;
import dev.loomgate.workloads.StubDelay;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What a server answers that asks itself (KTH 3.3): {@code aggregate} calls these where it has no service behind it. */
@RestController
final class StubController {
    @GetMapping(path = "/clans", produces = MediaType.APPLICATION_JSON_VALUE)
    List<Clan> clans(@RequestParam(required = false) String delay) throws InterruptedException {
        Thread.sleep(StubDelay.parse(delay));
        return Clans.all();
    }

    @GetMapping(path = "/clans/{tag}/members", produces = MediaType.APPLICATION_JSON_VALUE)
    List<Clan.Member> members(@PathVariable String tag, @RequestParam(required = false) String delay)
            throws InterruptedException {
        Thread.sleep(StubDelay.parse(delay));
        return Clans.membersOf(tag);
    }
}
