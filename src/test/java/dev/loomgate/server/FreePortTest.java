package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FreePortTest {
    @Test
    void saysWhoHoldsAPortThatAServiceAlwaysListensOn() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/net/tcp")), "skipped: only Linux tells");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatExceptionOfType(ServerStartException.class)
                    .isThrownBy(() -> FreePort.require(taken.getLocalPort(), "shop"))
                    .withMessageContaining(
                            "Port " + taken.getLocalPort() + ", on which shop always listens, is taken by")
                    .withMessageContaining("(process " + ProcessHandle.current().pid() + ")")
                    .withMessageContaining("let shop be told its port");
        }
    }

    @Test
    void hasNothingAgainstAPortThatIsFree() {
        assertThatCode(() -> FreePort.require(FreePort.next(), "shop")).doesNotThrowAnyException();
    }
}
