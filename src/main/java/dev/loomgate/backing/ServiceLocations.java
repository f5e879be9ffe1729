package dev.loomgate.backing;

import dev.loomgate.plan.BackingImages;
import dev.loomgate.server.ServerLauncher;
import dev.loomgate.server.ServiceEngine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Where database and delay proxy of a run are, should it need them. */
record ServiceLocations(ServiceLocation database, ServiceLocation proxy) {
    static ServiceLocations of(ServerLauncher launcher, BackingImages images) {
        Optional<ServiceEngine> engine = ServiceEngine.of(launcher);
        ServiceLocation database = ServiceLocation.of(engine, images.postgres());
        // Toxiproxy's image has no shell that could wait for the end of this JVM: it ends with the database's
        // container.
        ServiceLocation proxy = ServiceLocation.of(engine, images.toxiproxy()).onlyBeside(database, "database");
        return new ServiceLocations(database, proxy);
    }

    /** Images by what they are for. Independent of the workloads, so that two runs which compare do not differ in it. */
    Map<String, String> images() {
        Map<String, String> images = new LinkedHashMap<>();
        put(images, "image of the database", database);
        put(images, "image of the delay proxy", proxy);
        return images;
    }

    private static void put(Map<String, String> images, String name, ServiceLocation place) {
        if (place instanceof ServiceLocation.Container container) {
            images.put(name, container.image() + " " + container.imageId());
        }
    }
}
