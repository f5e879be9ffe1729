package dev.loomgate.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LifelineTest {
    @Test
    void holdsWhileTheInputIsOpenAndEndsWithIt() throws IOException, InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        PipedInputStream input = new PipedInputStream();
        try (PipedOutputStream starter = new PipedOutputStream(input)) {
            Lifeline.hold(input, ended::countDown);
            starter.write("still here".getBytes());
            assertThat(ended.getCount()).isEqualTo(1);
        }
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void isAskedForWithTrueOrFalseOnly() {
        assertThat(ServerStart.lifelineAsked("true")).isTrue();
        assertThat(ServerStart.lifelineAsked("false")).isFalse();
        assertThatThrownBy(() -> ServerStart.lifelineAsked("yes")).hasMessageContaining("expected true or false");
    }
}
