package com.acme.shop;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** A shop with a login, items to look at and orders to take, all but the login in PostgreSQL. */
@SpringBootApplication
@RestController
public class Shop {
    private static final int IN_A_SHELF = 10;
    private static final RowMapper<Item> ITEM =
            (row, number) -> new Item(row.getInt("id"), row.getString("name"), row.getInt("price"));

    private final Map<String, String> users = new ConcurrentHashMap<>();
    private final JdbcClient database;
    private final boolean oneByOne;

    /** @param oneByOne whether a shelf is read by a query for each item: for showing what a gate says to it */
    Shop(JdbcClient database, @Value("${shop.one-by-one:false}") boolean oneByOne) {
        this.database = database;
        this.oneByOne = oneByOne;
    }

    public static void main(String[] arguments) {
        SpringApplication.run(Shop.class, arguments);
    }

    record Item(int id, String name, int price) {}

    record Login(String user, String password) {}

    record Token(String token) {}

    record Order(int item, int count) {}

    record Receipt(long number, int total) {}

    @GetMapping("/health")
    String health() {
        return "up";
    }

    @PostMapping("/login")
    Token login(@RequestBody Login login) {
        if (!login.password().equals("tea")) {
            throw new ResponseStatusException(HttpStatus.UNAUTHORIZED);
        }
        String token = UUID.randomUUID().toString();
        users.put(token, login.user());
        return new Token(token);
    }

    @GetMapping("/shelves/{first}")
    List<Item> shelf(@PathVariable("first") int first, @RequestHeader("Authorization") String authorization) {
        require(authorization);
        if (oneByOne) {
            return IntStream.range(first, first + IN_A_SHELF)
                    .mapToObj(this::item)
                    .toList();
        }
        return database.sql("SELECT id, name, price FROM item WHERE id >= ? AND id < ? ORDER BY id")
                .params(first, first + IN_A_SHELF)
                .query(ITEM)
                .list();
    }

    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.CREATED)
    Receipt order(@RequestBody Order order, @RequestHeader("Authorization") String authorization) {
        require(authorization);
        long number = database.sql("INSERT INTO purchase (item, amount) VALUES (?, ?) RETURNING id")
                .params(order.item(), order.count())
                .query(Long.class)
                .single();
        return new Receipt(number, item(order.item()).price() * order.count());
    }

    private Item item(int id) {
        return database.sql("SELECT id, name, price FROM item WHERE id = ?")
                .params(id)
                .query(ITEM)
                .single();
    }

    private void require(String authorization) {
        if (!authorization.startsWith("Bearer ") || !users.containsKey(authorization.substring("Bearer ".length()))) {
            throw new ResponseStatusException(HttpStatus.UNAUTHORIZED);
        }
    }
}
