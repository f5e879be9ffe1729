package dev.loomgate.backing;

import dev.loomgate.plan.BackingImages;
import dev.loomgate.server.ServerLauncher;
import dev.loomgate.server.ServiceEngine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Where a service behind the servers runs, and why there. */
sealed interface ServiceLocation {
    /** In words, for the user. */
    String why();

    record Container(ServiceEngine engine, String image, String imageId, String why) implements ServiceLocation {
        /** For the environment table. */
        String inWords() {
            return "in a container of image " + image;
        }
    }

    /** As process or thread of this machine. */
    record ThisMachine(String why) implements ServiceLocation {}

    /**
     * A container only where the servers run in some, too: a run with forked JVMs needs no engine. And only of an
     * image that is there: a run does not wait for a registry where it can do without.
     *
     * @param engine of the servers, if they run in containers
     */
    static ServiceLocation of(Optional<ServiceEngine> engine, String image) {
        if (engine.isEmpty()) {
            return new ThisMachine("the servers run as processes, too");
        }
        ServiceEngine found = engine.get();
        if (!found.sharesNetwork()) {
            return new ThisMachine("the engine's containers do not share this machine's network");
        }
        return found.imageId(image)
                .<ServiceLocation>map(id -> new Container(found, image, id, "the engine has image " + image))
                .orElseGet(() -> new ThisMachine("the engine has no image " + image));
    }

    /** This place, unless the other one is no container: then that is the reason against a container here, too. */
    default ServiceLocation onlyBeside(ServiceLocation other, String name) {
        return this instanceof Container && other instanceof ThisMachine
                ? new ThisMachine("the " + name + " is in no container (" + other.why() + ")")
                : this;
    }

    /** Where database and delay proxy of a run are, should it need them. */
    record ServiceLocations(ServiceLocation database, ServiceLocation proxy) {
        static ServiceLocations of(ServerLauncher launcher, BackingImages images) {
            Optional<ServiceEngine> engine = ServiceEngine.of(launcher);
            ServiceLocation database = ServiceLocation.of(engine, images.postgres());
            // Toxiproxy's image has no shell that could wait for the end of this JVM: it ends with the database's
            // container.
            ServiceLocation proxy =
                    ServiceLocation.of(engine, images.toxiproxy()).onlyBeside(database, "database");
            return new ServiceLocations(database, proxy);
        }

        /**
         * Images by what they are for. Independent of the workloads, so that two runs which compare do not differ in
         * it.
         */
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
}
