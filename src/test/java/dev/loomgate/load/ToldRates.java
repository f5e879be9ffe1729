package dev.loomgate.load;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Tells these rates, one after the other, without warming anything up. */
final class ToldRates implements Conductor {
    private final int[] rates;
    private final List<IterationLoad> loads = new ArrayList<>();

    ToldRates(int... rates) {
        this.rates = rates;
    }

    List<IterationLoad> loads() {
        return loads;
    }

    @Override
    public boolean anotherWarmUp(int cycle) {
        return false;
    }

    @Override
    public void warmUpEnded(int cycle) {}

    @Override
    public boolean anotherIteration(int iteration) {
        throw new AssertionError("a rate was to be asked for");
    }

    @Override
    public OptionalInt nextRate(int iteration) {
        return iteration <= rates.length ? OptionalInt.of(rates[iteration - 1]) : OptionalInt.empty();
    }

    @Override
    public void iterationEnded(int iteration) {}

    @Override
    public void measured(int iteration, IterationLoad load) {
        loads.add(load);
    }
}
