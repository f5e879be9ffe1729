package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SessionTest {
    @Test
    void knowsThatThisProcessIsAlive() {
        assertThat(Session.ended(Session.current())).isFalse();
    }

    @Test
    void tellsAProcessIdThatIsUsedAgainFromItsFormerOwner() {
        long pid = ProcessHandle.current().pid();

        assertThat(Session.ended(pid + "-1000")).isTrue();
    }

    @Test
    void knowsThatAProcessThatDoesNotExistHasEnded() {
        assertThat(Session.ended("999999999999-1000")).isTrue();
    }

    @Test
    void doesNotJudgeWhatItCannotRead() {
        assertThat(Session.ended("")).isFalse();
        assertThat(Session.ended("somebody-else")).isFalse();
        assertThat(Session.ended("1-2-3")).isFalse();
    }
}
