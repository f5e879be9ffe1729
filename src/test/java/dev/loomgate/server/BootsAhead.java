package dev.loomgate.server;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Two servers at a time: while one is asked, the next one boots. Nothing is measured here, and the test that asks
 * mostly waits. No more than two, for the memory and the CPUs of a small machine.
 */
final class BootsAhead {
    private final List<ContractArms.Arm> arms;
    private int asked;
    private Optional<CompletableFuture<RunningServer>> ahead = Optional.empty();

    /** @param arms in the order in which they will be asked for */
    BootsAhead(List<ContractArms.Arm> arms) {
        this.arms = List.copyOf(arms);
    }

    /** The server of this arm, running. A test that runs again asks for one arm alone: then no other boots. */
    RunningServer serverOf(ContractArms.Arm arm) {
        if (asked == arms.size() || !arms.get(asked).equals(arm)) {
            return arm.boot();
        }
        asked++;
        try {
            return ahead.map(CompletableFuture::join).orElseGet(arm::boot);
        } finally {
            ahead = arms.stream().skip(asked).findFirst().map(BootsAhead::boot);
        }
    }

    private static CompletableFuture<RunningServer> boot(ContractArms.Arm arm) {
        return CompletableFuture.supplyAsync(
                arm::boot,
                task -> Thread.ofPlatform().daemon().name("boots ahead").start(task));
    }
}
