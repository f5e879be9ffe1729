package dev.loomgate.workloads;

import java.util.List;
import java.util.stream.IntStream;

/** Five clans of five members each (KTH 3.2): what {@code aggregate} asks for, of the downstream service or of its own server. */
public final class Clans {
    private static final List<Clan.Roster> DATA = List.of(
            roster("heddle", "The Heddles", 1, "Ada", "Bram", "Cleo", "Dirk", "Edda"),
            roster("shuttle", "The Shuttles", 6, "Falk", "Gina", "Hugo", "Ines", "Jori"),
            roster("warp", "The Warps", 11, "Kaya", "Lars", "Mira", "Nils", "Olga"),
            roster("weft", "The Wefts", 16, "Pia", "Quin", "Rosa", "Sven", "Tilda"),
            roster("bobbin", "The Bobbins", 21, "Ulf", "Vera", "Wim", "Xenia", "Yves"));

    private static final List<Clan> ALL =
            DATA.stream().map(roster -> new Clan(roster.tag(), roster.name())).toList();

    private Clans() {}

    /** Without their members. */
    public static List<Clan> all() {
        return ALL;
    }

    /** @throws BadParameter when no clan has that tag */
    public static List<Clan.Member> membersOf(String tag) {
        return DATA.stream()
                .filter(roster -> roster.tag().equals(tag))
                .findFirst()
                .map(Clan.Roster::members)
                .orElseThrow(() -> new BadParameter("there is no such clan"));
    }

    private static Clan.Roster roster(String tag, String name, int firstId, String... members) {
        return new Clan(tag, name)
                .with(IntStream.range(0, members.length)
                        .mapToObj(place -> new Clan.Member(firstId + place, members[place]))
                        .toList());
    }
}
