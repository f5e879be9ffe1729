package dev.loomgate.init;

import java.util.List;

/**
 * What is known of a service.
 *
 * @param source where its requests come from, for a comment
 * @param ready path that answers 200 once it serves
 * @param asked whether the service was asked; else the document alone is behind all
 * @param left what else was found and why it is not in the file
 */
record FoundService(String source, String ready, boolean asked, List<FoundRequest> requests, List<String> left) {
    FoundService {
        requests = List.copyOf(requests);
        left = List.copyOf(left);
    }

    List<FoundRequest> active() {
        return requests.stream().filter(FoundRequest::active).toList();
    }
}
