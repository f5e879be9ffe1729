package dev.loomgate.truth;

import java.util.Arrays;

/** Connections in the order in which they are due, those due together in the order in which they came: a binary heap. */
final class WaitingLine {
    private Connection[] heap = new Connection[1 << 13];
    private int size;
    private long sequence;

    /** True when it is now the first. */
    boolean add(Connection connection) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        connection.sequence = sequence++;
        int at = size++;
        while (at > 0 && before(connection, heap[(at - 1) / 2])) {
            heap[at] = heap[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        heap[at] = connection;
        return at == 0;
    }

    /** The first, or null. */
    Connection first() {
        return size == 0 ? null : heap[0];
    }

    Connection removeFirst() {
        Connection first = heap[0];
        Connection moved = heap[--size];
        heap[size] = null;
        int at = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && before(heap[child + 1], heap[child])) {
                child++;
            }
            if (!before(heap[child], moved)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
            child = 2 * at + 1;
        }
        if (size > 0) {
            heap[at] = moved;
        }
        return first;
    }

    private static boolean before(Connection left, Connection right) {
        long difference = left.dueNanos - right.dueNanos;
        return difference < 0 || difference == 0 && left.sequence < right.sequence;
    }
}
