package dev.loomgate.load;

import io.gatling.javaapi.core.Simulation;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;

/**
 * Loads the user's classes anew for each run of a simulation. Chains and feeders are often static, and Gatling ties them
 * to the run that uses them first: in a second one, users would wait in them for ever.
 *
 * <p>Gatling looks for data files with its own loader, so all of it is on the class path of the JVM, too.
 */
final class SimulationClasses extends URLClassLoader {
    /** By which the generator is told the user's class path. */
    static final String PROPERTY = "loomgate.simulations";

    private SimulationClasses(URL[] places) {
        super(places, SimulationClasses.class.getClassLoader());
    }

    /** @param classPath the user's; may be empty */
    static SimulationClasses in(String classPath) {
        return new SimulationClasses(Arrays.stream(classPath.split(File.pathSeparator))
                .filter(place -> !place.isEmpty())
                .map(place -> url(Path.of(place)))
                .toArray(URL[]::new));
    }

    static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    Class<Simulation> simulation(String name) throws ClassNotFoundException {
        @SuppressWarnings("unchecked") // was checked when it was compiled
        Class<Simulation> found = (Class<Simulation>) loadClass(name);
        return found;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            return isTheUsers(name) ? findClass(name) : super.loadClass(name, resolve);
        }
    }

    /** What Loomgate brings itself stands before it on the class path. */
    private boolean isTheUsers(String name) {
        String file = name.replace('.', '/') + ".class";
        URL own = findResource(file);
        return own != null && own.toString().equals(Objects.toString(getParent().getResource(file)));
    }
}
