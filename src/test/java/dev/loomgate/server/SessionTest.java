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
    void knowsThatAnOwnerThatWasHereHasEnded() {
        assertThat(Session.ownerEnded(Session.owner())).isFalse();
        assertThat(Session.ownerEnded(Session.owner().replaceFirst("\\d+-\\d+", "999999999999-1000")))
                .isTrue();
    }

    /** The same process id in another container, which shares the folder, is another process. */
    @Test
    void doesNotJudgeAnOwnerItCannotSee() {
        String elsewhere = Session.ownerAt("other/pid:[4026532000]");

        assertThat(Session.ownerEnded(elsewhere.replaceFirst("\\d+-\\d+", "999999999999-1000")))
                .isFalse();
    }

    @Test
    void doesNotJudgeWhatItCannotRead() {
        assertThat(Session.ended("")).isFalse();
        assertThat(Session.ended("somebody-else")).isFalse();
        assertThat(Session.ended("1-2-3")).isFalse();
    }
}
