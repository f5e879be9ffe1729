package dev.loomgate.store;

import dev.loomgate.experiment.Answers;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.sampling.Flight;
import dev.loomgate.summary.Cells;
import dev.loomgate.summary.UnitRuns;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.HdrHistogram.Histogram;

/**
 * Makes records by reflection: no component has the default value of its type, and no two numbers or texts are the
 * same.
 */
final class FilledRecords {
    static final Cell CELL = Cells.cell("virtual");

    static final PairedCell DUEL_CELL = UnitRuns.CELL;

    private final Cell cell;

    private int last = 1000;

    /** Records that are being filled, the outermost first: one may hold others of its own type. */
    private final Deque<Class<?>> open = new ArrayDeque<>();

    FilledRecords() {
        this(CELL);
    }

    FilledRecords(Cell cell) {
        this.cell = cell;
    }

    <R extends Record> R record(Class<R> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        open.addLast(type);
        for (int i = 0; i < values.length; i++) {
            values[i] = value(components[i].getGenericType());
        }
        open.removeLast();
        return type.getDeclaredConstructor(
                        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new))
                .newInstance(values);
    }

    private Object value(Type type) throws ReflectiveOperationException {
        return switch (type) {
            case ParameterizedType generic -> generic(generic);
            case Class<?> plain -> plain(plain);
            default -> throw unknown(type);
        };
    }

    private Object generic(ParameterizedType type) throws ReflectiveOperationException {
        Type[] of = type.getActualTypeArguments();
        if (type.getRawType() == List.class) {
            return List.of(value(of[0]), value(of[0]));
        }
        if (type.getRawType() == Optional.class) {
            return Optional.of(value(of[0]));
        }
        if (type.getRawType() == Map.class) {
            return of[1] == Reading.class ? readings() : map(of[0], of[1]);
        }
        throw unknown(type);
    }

    private Map<Metric, Reading> readings() {
        Map<Metric, Reading> readings = new HashMap<>();
        for (Metric metric : Metric.values()) {
            int number = ++last;
            readings.put(
                    metric,
                    number % 2 == 0
                            ? new Reading.Measured(metric, number + 0.1)
                            : new Reading.Unavailable(metric, "reason " + number));
        }
        return readings;
    }

    private Map<Object, Object> map(Type key, Type value) throws ReflectiveOperationException {
        Map<Object, Object> map = new HashMap<>();
        if (Collections.frequency(open, value) > 1) {
            return map; // One level shows that they come back.
        }
        List<?> keys = key instanceof Class<?> type && type.isEnum()
                ? List.of(type.getEnumConstants())
                : List.of(value(key), value(key));
        for (Object each : keys) {
            map.put(each, value(value));
        }
        return map;
    }

    private Object plain(Class<?> type) throws ReflectiveOperationException {
        int number = ++last;
        if (type == Cell.class) {
            return cell;
        }
        if (type == Flight.class) {
            return record(Flight.Recorded.class);
        }
        if (type == PairedCell.class) {
            return DUEL_CELL;
        }
        if (type == Answers.class) {
            return new Answers(number, 3, 7);
        }
        if (type.isRecord()) {
            return record(type.asSubclass(Record.class));
        }
        if (type.isEnum()) {
            Object[] all = type.getEnumConstants();
            return all[all.length - 1];
        }
        if (type == Histogram.class) {
            Histogram histogram = new Histogram(3);
            histogram.recordValueWithCount(number, number);
            histogram.recordValue(Duration.ofMinutes(1).toNanos());
            return histogram;
        }
        return switch (type.getSimpleName()) {
            case "int", "Integer" -> number;
            case "long", "Long" -> (long) number << 32;
            case "double", "Double" -> number + 0.1;
            case "boolean", "Boolean" -> true;
            case "String" -> "text " + number + " \"\u00e4\u20ac\"\n";
            case "Duration" -> Duration.ofSeconds(number, 1);
            case "OptionalInt" -> OptionalInt.of(number);
            default -> throw unknown(type);
        };
    }

    private static AssertionError unknown(Type type) {
        return new AssertionError("a component has a type that these tests can't fill: " + type);
    }
}
