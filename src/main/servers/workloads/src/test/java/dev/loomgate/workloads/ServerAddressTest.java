package dev.loomgate.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerAddressTest {
    @Test
    void listensOnTheLoopbackUnlessToldOtherwise() {
        assertThat(ServerAddress.of(Map.of(), 8081)).isEqualTo(new ServerAddress("127.0.0.1", 8081, 16_384));
    }

    @Test
    void takesWhatItIsTold() {
        assertThat(ServerAddress.of(
                        Map.of("loomgate.host", "10.0.0.1", "loomgate.port", "9", "loomgate.accept-queue", "100"),
                        8081))
                .isEqualTo(new ServerAddress("10.0.0.1", 9, 100));
    }

    @ParameterizedTest
    @CsvSource({
        "loomgate.port, 65536, 0 to 65535",
        "loomgate.port, -1, 0 to 65535",
        "loomgate.port, http, 0 to 65535",
        "loomgate.port, '', 0 to 65535",
        "loomgate.accept-queue, 0, 1 to 1048576",
        "loomgate.accept-queue, 9999999999, 1 to 1048576"
    })
    void refusesWhatIsNoNumberInRange(String name, String value, String range) {
        assertThatThrownBy(() -> ServerAddress.of(Map.of(name, value), 8081))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("-D" + name + "=" + value + " makes no sense: expected a whole number from " + range);
    }
}
