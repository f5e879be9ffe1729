package dev.loomgate.downstream;

import dev.loomgate.workloads.Clan;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Five clans of five members each (KTH 3.2). Written out once: how fast this service is must not be what is measured. */
final class Clans {
    private static final Map<Clan, List<String>> DATA = data();

    private final Buffer all;
    private final Map<String, Buffer> membersByPath = new LinkedHashMap<>();

    Clans() {
        JsonArray clans = new JsonArray();
        int firstId = 1;
        for (Map.Entry<Clan, List<String>> entry : DATA.entrySet()) {
            Clan clan = entry.getKey();
            clans.add(new JsonObject().put("tag", clan.tag()).put("name", clan.name()));
            membersByPath.put("/clans/" + clan.tag() + "/members", json(members(firstId, entry.getValue())));
            firstId += entry.getValue().size();
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

    private static List<Clan.Member> members(int firstId, List<String> names) {
        List<Clan.Member> members = new ArrayList<>();
        for (String name : names) {
            members.add(new Clan.Member(firstId + members.size(), name));
        }
        return members;
    }

    private static Buffer json(List<Clan.Member> members) {
        JsonArray list = new JsonArray();
        members.forEach(
                member -> list.add(new JsonObject().put("id", member.id()).put("name", member.name())));
        return list.toBuffer();
    }

    private static Map<Clan, List<String>> data() {
        Map<Clan, List<String>> data = new LinkedHashMap<>();
        data.put(new Clan("heddle", "The Heddles"), List.of("Ada", "Bram", "Cleo", "Dirk", "Edda"));
        data.put(new Clan("shuttle", "The Shuttles"), List.of("Falk", "Gina", "Hugo", "Ines", "Jori"));
        data.put(new Clan("warp", "The Warps"), List.of("Kaya", "Lars", "Mira", "Nils", "Olga"));
        data.put(new Clan("weft", "The Wefts"), List.of("Pia", "Quin", "Rosa", "Sven", "Tilda"));
        data.put(new Clan("bobbin", "The Bobbins"), List.of("Ulf", "Vera", "Wim", "Xenia", "Yves"));
        return data;
    }
}
