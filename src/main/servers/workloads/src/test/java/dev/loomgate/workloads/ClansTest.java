package dev.loomgate.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClansTest {
    @Test
    void areFiveOfFiveMembersEachWithIdsOfTheirOwn() {
        List<List<Clan.Member>> members =
                Clans.all().stream().map(clan -> Clans.membersOf(clan.tag())).toList();

        assertThat(members).hasSize(5).allSatisfy(each -> assertThat(each).hasSize(5));
        assertThat(members.stream().flatMap(List::stream).map(Clan.Member::id))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 25).boxed().toList());
    }

    @Test
    void refuseATagThatNoneHas() {
        assertThatThrownBy(() -> Clans.membersOf("nobody"))
                .isInstanceOf(BadParameter.class)
                .hasMessage("there is no such clan");
    }
}
