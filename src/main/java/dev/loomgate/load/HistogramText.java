package dev.loomgate.load;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/** A histogram as one word: HdrHistogram's compressed form in Base64, as its interval logs hold it. */
final class HistogramText {
    private HistogramText() {}

    /**
     * Loses nothing but the name of the histogram. What is encoded is a copy: a histogram keeps the buffers of its
     * encoding, hundreds of times its own size, for the rest of the run.
     */
    static String encode(Histogram original) {
        Histogram histogram = original.copy();
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        byte[] bytes = new byte[length];
        buffer.flip();
        buffer.get(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    /**
     * Packed, because a run keeps those of every phase to its end.
     *
     * @throws IllegalArgumentException when the text is no histogram
     */
    static Histogram decode(String text) {
        try {
            return PackedHistogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("a histogram is damaged", e);
        }
    }
}
