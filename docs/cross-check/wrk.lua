-- wrk prints rounded numbers; this prints them as they are, in ms, once the run has ended.
done = function(summary, latency, requests)
    local errors = summary.errors
    io.write(string.format(
        'cross-check {"requests": %d, "p50": %.3f, "p99": %.3f, "max": %.3f, "errors": %d}\n',
        summary.requests, latency:percentile(50) / 1000, latency:percentile(99) / 1000, latency.max / 1000,
        errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
