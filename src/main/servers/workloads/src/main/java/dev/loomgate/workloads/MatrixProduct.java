package dev.loomgate.workloads;

import java.util.function.IntBinaryOperator;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** The kernel of {@code matmul} and {@code mixed} (LUND C.1.3): a product of two square matrices of longs, from the definition. */
final class MatrixProduct {
    private final int size;
    private final long[][] left;
    private final long[][] right;

    MatrixProduct(long[][] left, long[][] right) {
        this.size = left.length;
        this.left = left;
        this.right = right;
    }

    static MatrixProduct ofSize(int size) {
        return new MatrixProduct(
                filled(size, (row, column) -> row + column), filled(size, (row, column) -> row - column));
    }

    /** The product, except that one random cell of each row holds the clock: the result differs from request to request. */
    long[][] multiply(LongSupplier clock, RandomGenerator random) {
        long[][] product = new long[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                // The obvious loop order, slow on caches, is the study's own: the workload is this work, not the
                // fastest product.
                for (int k = 0; k < size; k++) {
                    product[i][j] += left[i][k] * right[k][j];
                }
            }
            product[i][random.nextInt(size)] = clock.getAsLong();
        }
        return product;
    }

    /** A random cell of {@link #multiply}: whichever it is, all of them had to be computed. */
    long randomCell(LongSupplier clock, RandomGenerator random) {
        return multiply(clock, random)[random.nextInt(size)][random.nextInt(size)];
    }

    private static long[][] filled(int size, IntBinaryOperator cell) {
        long[][] matrix = new long[size][size];
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                matrix[row][column] = cell.applyAsInt(row, column);
            }
        }
        return matrix;
    }
}
