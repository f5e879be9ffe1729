package dev.loomgate.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MatrixProductTest {
    private static final long CLOCK = -77;

    @Test
    void multipliesRowsByColumns() {
        long[][] product = new MatrixProduct(new long[][] {{1, 2}, {3, 4}}, new long[][] {{5, 6}, {7, 8}})
                .multiply(() -> CLOCK, new Random(1));
        assertRow(product[0], 19, 22);
        assertRow(product[1], 43, 50);
    }

    @Test
    void writesTheClockIntoOneCellOfEachRow() {
        long[][] product = MatrixProduct.ofSize(50).multiply(() -> CLOCK, new Random(2));
        assertThat(product).hasDimensions(50, 50);
        for (long[] row : product) {
            assertThat(Arrays.stream(row).filter(cell -> cell == CLOCK)).hasSize(1);
        }
    }

    @Test
    void returnsACellOfTheProduct() {
        // (1 2; 3 4) squared is (7 10; 15 22)
        MatrixProduct square = new MatrixProduct(new long[][] {{1, 2}, {3, 4}}, new long[][] {{1, 2}, {3, 4}});
        Random random = new Random(3);
        for (int i = 0; i < 200; i++) {
            assertThat(square.randomCell(() -> CLOCK, random)).isIn(7L, 10L, 15L, 22L, CLOCK);
        }
    }

    private static void assertRow(long[] row, long first, long second) {
        assertThat(row)
                .satisfiesAnyOf(
                        cells -> assertThat(cells).containsExactly(CLOCK, second),
                        cells -> assertThat(cells).containsExactly(first, CLOCK));
    }
}
