package dev.loomgate.truth;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * One row of numbers for every request, off the heap: a log must not show in what is measured of the heap.
 *
 * <p>Written by the reading and the waiting thread; each row's fields by one of them only. Grows at the begin of a phase, and within
 * one only when nothing else is left.
 */
final class TruthLog {
    static final int ROWS_PER_CHUNK = 1 << 18;
    private static final int FIELDS = 5;
    private static final int MOST_CHUNKS = 1 << 12;
    private static final int OUTCOME_BITS = 3;

    private final boolean wanted;
    private final LongBuffer[] chunks;
    private volatile int chunkCount;
    private volatile long arrived;
    private volatile long replied;

    TruthLog(boolean wanted) {
        this.wanted = wanted;
        this.chunks = new LongBuffer[wanted ? MOST_CHUNKS : 0];
        reserve();
    }

    /** Called where a pause hurts least. */
    void reserve() {
        while (wanted && room() < ROWS_PER_CHUNK) {
            addChunk();
        }
    }

    /** The number of the row that {@link #replied} completes. */
    long arrived(int phase, long arrivedNanos, long delayNanos, long burnedNanos, Outcome outcome) {
        long row = arrived;
        if (wanted) {
            if (room() == 0) {
                addChunk();
            }
            LongBuffer chunk = chunk(row);
            int at = at(row);
            chunk.put(at, arrivedNanos);
            chunk.put(at + 1, 0);
            chunk.put(at + 2, delayNanos);
            chunk.put(at + 3, burnedNanos);
            chunk.put(at + 4, (long) phase << OUTCOME_BITS | outcome.ordinal());
        }
        arrived = row + 1;
        return row;
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    void replied(long row, long repliedNanos) {
        if (wanted) {
            chunk(row).put(at(row) + 1, repliedNanos);
        }
        // A lost count is no harm: this only makes the row visible to who writes the file.
        replied = row;
    }

    long rows() {
        long visible = replied;
        return visible < 0 ? 0 : arrived;
    }

    int phase(long row) {
        return (int) (chunk(row).get(at(row) + 4) >> OUTCOME_BITS);
    }

    long arrivedNanos(long row) {
        return chunk(row).get(at(row));
    }

    /** 0 when the server ended before it answered. */
    long repliedNanos(long row) {
        return chunk(row).get(at(row) + 1);
    }

    long delayNanos(long row) {
        return chunk(row).get(at(row) + 2);
    }

    long burnedNanos(long row) {
        return chunk(row).get(at(row) + 3);
    }

    Outcome outcome(long row) {
        return Outcome.of((int) chunk(row).get(at(row) + 4) & (1 << OUTCOME_BITS) - 1);
    }

    private long room() {
        return (long) chunkCount * ROWS_PER_CHUNK - arrived;
    }

    private void addChunk() {
        chunks[chunkCount] = ByteBuffer.allocateDirect(ROWS_PER_CHUNK * FIELDS * Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .asLongBuffer();
        chunkCount = chunkCount + 1;
    }

    private LongBuffer chunk(long row) {
        return chunks[(int) (row / ROWS_PER_CHUNK)];
    }

    private static int at(long row) {
        return (int) (row % ROWS_PER_CHUNK) * FIELDS;
    }
}
