package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OpenServersTest {
    private final OpenServers servers = new OpenServers();

    private static final class Counting implements ServerHandle {
        private final AtomicInteger closed = new AtomicInteger();

        @Override
        public long startedNanos() {
            return 0;
        }

        @Override
        public Optional<ExitReason> unexpectedExit() {
            return Optional.empty();
        }

        @Override
        public OptionalLong pid() {
            return OptionalLong.empty();
        }

        @Override
        public Set<Long> processes() {
            return Set.of();
        }

        @Override
        public boolean limitsMemory() {
            return false;
        }

        @Override
        public String pin() {
            return "";
        }

        @Override
        public void unpin() {}

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    @Test
    void closesWhatIsOpenAndNotWhatWasClosed() {
        Counting open = new Counting();
        Counting gone = new Counting();
        servers.add(open);
        servers.add(gone);
        servers.remove(gone);

        servers.closeAll();

        assertThat(open.closed).hasValue(1);
        assertThat(gone.closed).hasValue(0);
    }

    /** While hooks run, the thread whose server was just closed goes on with the next one. */
    @Test
    void nothingIsStartedOnceAllIsBeingClosed() {
        servers.closeAll();

        assertThatThrownBy(() -> servers.add(new Counting()))
                .isInstanceOf(ServerStartException.class)
                .hasMessageContaining("being stopped");
    }
}
