package dev.loomgate.downstream;

import dev.loomgate.workloads.Clan;
import dev.loomgate.workloads.Clans;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The clans as they are answered. Written out once: how fast this service is must not be what is measured. */
final class WrittenClans {
    private final Buffer all;
    private final Map<String, Buffer> membersByPath = new LinkedHashMap<>();

    WrittenClans() {
        JsonArray clans = new JsonArray();
        for (Clan clan : Clans.all()) {
            clans.add(new JsonObject().put("tag", clan.tag()).put("name", clan.name()));
            membersByPath.put("/clans/" + clan.tag() + "/members", json(Clans.membersOf(clan.tag())));
        }
        all = clans.toBuffer();
    }

    /** The clans without their members. */
    Buffer all() {
        return all;
    }

    /** The members of the clan at {@code /clans/<tag>/members}; empty when no clan has that tag. */
    Optional<Buffer> membersAt(String path) {
        return Optional.ofNullable(membersByPath.get(path));
    }

    private static Buffer json(List<Clan.Member> members) {
        JsonArray list = new JsonArray();
        members.forEach(
                member -> list.add(new JsonObject().put("id", member.id()).put("name", member.name())));
        return list.toBuffer();
    }
}
