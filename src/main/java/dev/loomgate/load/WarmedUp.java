package dev.loomgate.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What became of the requests of all warm-up cycles so far: one number for each server, in the order's order.
 *
 * @param failed without the answer that was expected
 * @param unsent because the time of their cycle was over; only where a cycle has a number of requests
 */
public record WarmedUp(List<Long> failed, List<Long> unsent) {
    public WarmedUp {
        failed = List.copyOf(failed);
        unsent = List.copyOf(unsent);
    }

    /** Before the first cycle. */
    public static WarmedUp notYet(int servers) {
        return new WarmedUp(Collections.nCopies(servers, 0L), Collections.nCopies(servers, 0L));
    }

    /** What a reader should know of one of the servers. */
    public List<String> notes(int server) {
        List<String> notes = new ArrayList<>();
        if (failed.get(server) > 0) {
            notes.add(failed.get(server) + " requests of the warm-up failed; the warm-up is not judged");
        }
        if (unsent.get(server) > 0) {
            notes.add(unsent.get(server)
                    + " requests of the warm-up were not sent: it was so slow that its cycles were ended by time");
        }
        return notes;
    }
}
