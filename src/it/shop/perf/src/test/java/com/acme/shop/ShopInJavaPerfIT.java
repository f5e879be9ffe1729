package com.acme.shop;

import static dev.loomgate.junit.LoomgateAssertions.assertThat;
import static dev.loomgate.junit.Measurements.duel;
import static dev.loomgate.junit.Measurements.measure;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.junit.Ask;
import dev.loomgate.junit.Service;
import dev.loomgate.junit.Traffic;
import org.junit.jupiter.api.Test;

/** The same shop, measured without a file. */
class ShopInJavaPerfIT {
    private static final Service SHOP = Service.jar("../service/target/shop.jar")
            .portProperty("server.port")
            .ready("/health")
            .needsDatabase("schema.sql")
            .setting("server.address", "127.0.0.1")
            .setting("spring.datasource.url", "jdbc:postgresql://${database.host}:${database.port}/${database.name}")
            .setting("spring.datasource.username", "${database.user}")
            .env("SPRING_DATASOURCE_PASSWORD", "${database.password}");

    private static final Ask LOGIN = Ask.post("/login")
            .header("Content-Type", "application/json")
            .send("{\"user\": \"perf\", \"password\": \"tea\"}");

    private static final Traffic ORDERS = Traffic.of(Ask.post("/orders")
                    .header("Content-Type", "application/json")
                    .header("Authorization", "Bearer ${token}")
                    .send("{\"item\": 7, \"count\": 2}")
                    .expects(201, "\\{\"number\":\\d+,\"total\":24\\}"))
            .login(LOGIN, "/token")
            .at(300);

    private static final Traffic SHELVES = Traffic.of(Ask.get("/shelves/17").header("Authorization", "Bearer ${token}"))
            .login(LOGIN, "/token")
            .at(300);

    @Test
    void ordersAreFast() {
        assertThat(measure("orders", SHOP, ORDERS)).hasNoErrors().p50().isBelow(ofMillis(50));
    }

    @Test
    void aQueryForEachItemIsFound() {
        Service oneByOne = SHOP.setting("shop.one-by-one", "true");

        assertThatThrownBy(() ->
                        assertThat(duel("shelves", SHOP, oneByOne, SHELVES)).isNoWorse())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("REGRESSION");
    }
}
