package com.acme.shop;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** A shop with a login, items to look at and orders to take. */
@SpringBootApplication
@RestController
public class Shop {
    private static final List<Item> ITEMS = IntStream.range(0, 100)
            .mapToObj(id -> new Item(id, "item " + id, 5 + id))
            .toList();

    private final Map<String, String> users = new ConcurrentHashMap<>();
    private final AtomicLong orders = new AtomicLong();
    private final int wasted;

    /** @param wasted bytes that each order allocates for nothing: for showing what a gate says to it */
    Shop(@Value("${shop.wasted:0}") int wasted) {
        this.wasted = wasted;
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

    @GetMapping("/items/{id}")
    Item item(@PathVariable("id") int id, @RequestHeader("Authorization") String authorization) {
        require(authorization);
        return ITEMS.get(id);
    }

    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.CREATED)
    Receipt order(@RequestBody Order order, @RequestHeader("Authorization") String authorization) {
        require(authorization);
        byte[] waste = new byte[wasted];
        return new Receipt(
                orders.incrementAndGet(),
                ITEMS.get(order.item()).price() * order.count() + waste.length / Integer.MAX_VALUE);
    }

    private void require(String authorization) {
        if (!authorization.startsWith("Bearer ") || !users.containsKey(authorization.substring("Bearer ".length()))) {
            throw new ResponseStatusException(HttpStatus.UNAUTHORIZED);
        }
    }
}
