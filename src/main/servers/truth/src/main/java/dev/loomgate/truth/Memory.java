package dev.loomgate.truth;

/** The scripted use of the heap. */
final class Memory {
    private static final int HEADER = 16;
    private static final int HELD_AT_ONCE = 64 << 10;
    private static final int LINKS = 1 << 10;

    private final int allocateBytes;
    private final int retainBytes;
    /** Kept until the next request: what can't be reached the JIT may not allocate at all. */
    private volatile byte[] last = {};

    private final byte[][] held;
    private Object[] retained = new Object[LINKS];
    private int links = 1;

    Memory(Script script) {
        this.allocateBytes = script.allocateBytes();
        this.retainBytes = script.retainBytes();
        this.held = held(script.holdBytes());
    }

    void request() {
        if (allocateBytes > 0) {
            last = new byte[allocateBytes - HEADER];
        }
        if (retainBytes > 0) {
            retain(new byte[retainBytes - HEADER]);
        }
    }

    long heldBytes() {
        long bytes = 0;
        for (byte[] array : held) {
            bytes += array.length + HEADER;
        }
        return bytes;
    }

    int lastBytes() {
        return last.length + HEADER;
    }

    int retainedArrays() {
        int arrays = links - 1;
        for (Object[] block = (Object[]) retained[0]; block != null; block = (Object[]) block[0]) {
            arrays += LINKS - 1;
        }
        return arrays;
    }

    /** Blocks of links, each with the one before at its first place: 4 bytes beside each retained array, never a copy. */
    private void retain(byte[] bytes) {
        if (links == LINKS) {
            Object[] block = new Object[LINKS];
            block[0] = retained;
            retained = block;
            links = 1;
        }
        retained[links++] = bytes;
    }

    /** In small arrays: large ones would waste what the collector's regions have left over. */
    private static byte[][] held(long bytes) {
        int arrays = (int) ((bytes + HELD_AT_ONCE - 1) / HELD_AT_ONCE);
        byte[][] held = new byte[arrays][];
        for (int index = 0; index < arrays; index++) {
            long left = bytes - (long) index * HELD_AT_ONCE;
            held[index] = new byte[(int) Math.max(0, Math.min(left, HELD_AT_ONCE) - HEADER)];
        }
        return held;
    }
}
