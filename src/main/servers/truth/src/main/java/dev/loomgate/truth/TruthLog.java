package dev.loomgate.truth;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.concurrent.locks.LockSupport;

/**
 * One row of numbers for every request, off the heap: a log must not show in what is measured of the heap.
 *
 * <p>Written by the reading and the waiting thread, each field by one of them only. Room is made ahead, on a thread of its own: ten
 * megabytes that are new cost the time of a hundred requests.
 */
final class TruthLog {
    static final int ROWS_PER_CHUNK = 1 << 16;
    private static final int ROOM_AT_START = 1 << 19;
    private static final int LEAST_ROOM = 1 << 18;
    private static final int FIELDS = 5;
    private static final int MOST_CHUNKS = 1 << 12;
    private static final int OUTCOME_BITS = 3;

    private final boolean wanted;
    private final LongBuffer[] chunks;
    private final Thread grower;
    private volatile int chunkCount;
    private volatile long arrived;

    TruthLog(boolean wanted) {
        this.wanted = wanted;
        this.chunks = new LongBuffer[wanted ? MOST_CHUNKS : 0];
        this.grower = Thread.ofPlatform().daemon().name("truth-log").unstarted(this::grow);
        if (wanted) {
            makeRoom(ROOM_AT_START);
            grower.start();
        }
    }

    private void grow() {
        while (true) {
            LockSupport.park(this);
            makeRoom(LEAST_ROOM);
        }
    }

    private synchronized void makeRoom(long rows) {
        while (room() < rows) {
            chunks[chunkCount] = ByteBuffer.allocateDirect(ROWS_PER_CHUNK * FIELDS * Long.BYTES)
                    .order(ByteOrder.nativeOrder())
                    .asLongBuffer();
            chunkCount = chunkCount + 1;
        }
    }

    /** The number of the row that {@link #replied} completes. */
    long arrived(int phase, long arrivedNanos, long delayNanos, long burnedNanos, Outcome outcome) {
        long row = arrived;
        if (wanted) {
            long room = room();
            if (room == 0) {
                makeRoom(1);
            } else if (room < LEAST_ROOM && room % 1024 == 0) {
                LockSupport.unpark(grower);
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

    void replied(long row, long repliedNanos) {
        if (wanted) {
            chunk(row).put(at(row) + 1, repliedNanos);
            VarHandle.releaseFence();
        }
    }

    /** How many there are; what was noted before is visible to the thread that asks. */
    long rows() {
        long rows = arrived;
        VarHandle.acquireFence();
        return rows;
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

    private LongBuffer chunk(long row) {
        return chunks[(int) (row / ROWS_PER_CHUNK)];
    }

    private static int at(long row) {
        return (int) (row % ROWS_PER_CHUNK) * FIELDS;
    }
}
