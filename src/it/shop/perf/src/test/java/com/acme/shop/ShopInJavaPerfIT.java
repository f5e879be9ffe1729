package com.acme.shop;

import static dev.loomgate.junit.LoomgateAssertions.assertThat;
import static dev.loomgate.junit.Measurements.duel;
import static dev.loomgate.junit.Measurements.measure;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.junit.Ask;
import dev.loomgate.junit.CellComparison;
import dev.loomgate.junit.Service;
import dev.loomgate.junit.Traffic;
import dev.loomgate.verdict.ComparisonVerdict;
import org.assertj.core.api.Assertions;
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

    private static final Traffic SHOPPING = Traffic.mix()
            .and(60, "shelf", Ask.get("/shelves/17").header("Authorization", "Bearer ${token}"))
            .and(
                    40,
                    "order",
                    Ask.post("/orders")
                            .header("Content-Type", "application/json")
                            .header("Authorization", "Bearer ${token}")
                            .send("{\"item\": 7, \"count\": 2}")
                            .expects(201, "\\{\"number\":\\d+,\"total\":24\\}"))
            .login(LOGIN, "/token")
            .at(300);

    @Test
    void ordersAreFast() {
        assertThat(measure("orders", SHOP, ORDERS)).hasNoErrors().p50().isBelow(ofMillis(50));
    }

    @Test
    void aQueryForEachItemIsFound() {
        Service oneByOne = SHOP.setting("shop.one-by-one", "true");

        CellComparison shopping = duel("shopping", SHOP, oneByOne, SHOPPING);

        assertThatThrownBy(() -> assertThat(shopping).isNoWorse())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("REGRESSION");
        Assertions.assertThat(change(shopping, "p50 of shelf")).isGreaterThan(change(shopping, "p50 of order") + 0.3);
    }

    private static double change(CellComparison comparison, String what) {
        return comparison.comparisons().stream()
                .filter(each -> each.compared().toString().equals(what))
                .findFirst()
                .flatMap(ComparisonVerdict::effect)
                .orElseThrow()
                .change();
    }
}
