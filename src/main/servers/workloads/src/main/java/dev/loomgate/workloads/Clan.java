package dev.loomgate.workloads;

import java.util.List;

/** A group of players (KTH 3.2) as the downstream service knows it: without its members. */
public record Clan(String tag, String name) {
    /** The clan with what a second call told about its members: one element of what {@code aggregate} answers. */
    public Roster with(List<Member> members) {
        return new Roster(tag, name, members);
    }

    /** A player. */
    public record Member(int id, String name) {}

    /** A clan and who belongs to it. */
    public record Roster(String tag, String name, List<Member> members) {}
}
