package dev.loomgate.quarkusvirtual;

import dev.loomgate.quarkus.FortuneTable;
import io.agroal.api.AgroalDataSource;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The pool that Quarkus configures, as the resources use it. */
final class Database {
    @Produces
    @Singleton
    FortuneTable fortunes(AgroalDataSource pool) {
        return new FortuneTable(pool);
    }
}
