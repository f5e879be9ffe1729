package dev.loomgate.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadNamesTest {
    private static final int PID = 100;
    private final ThreadNames names = new ThreadNames(PID, false);

    @ParameterizedTest
    @ValueSource(strings = {"C1 CompilerThre", "C2 CompilerThre", "JVMCI CompilerT", "JVMCI-native Co"})
    void compilersAreJit(String name) {
        assertThat(names.groupOf(101, name)).isEqualTo(CpuGroup.JIT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GC Thread#0",
                "GC Thread#12",
                "G1 Conc#0",
                "G1 Main Marker",
                "G1 Refine#0",
                "G1 Service",
                "G1 Young RemSet",
                "CMS Main Thread",
                "CMS Thread#1",
                "ZWorkerOld#0",
                "ZWorkerYoung#0",
                "ZWorker#1",
                "ZDriverMajor",
                "ZDriverMinor",
                "ZDirector",
                "ZStat",
                "ZUncommitter#0",
                "RuntimeWorker#0",
                "XWorker#0",
                "XDriver",
                "Shenandoah Cont",
                "Shenandoah GC T"
            })
    void collectorsAreGc(String name) {
        assertThat(names.groupOf(101, name)).isEqualTo(CpuGroup.GC);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "VM Thread",
                "VM Periodic Tas",
                "Signal Dispatch",
                "Common-Cleaner",
                "Monitor Deflati",
                "Notification Th",
                "Service Thread",
                "Sweeper thread",
                "Reference Handl",
                "Finalizer",
                "Attach Listener",
                "GC Daemon"
            })
    void housekeepingIsOther(String name) {
        assertThat(names.groupOf(101, name)).isEqualTo(CpuGroup.OTHER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RMI TCP Accept-", "RMI TCP Connect", "RMI Scheduler(0", "RMI Reaper", "JMX server conn"})
    void threadsThatAnswerTheSamplerAreOtherAndKnownAsItsOwn(String name) {
        assertThat(names.groupOf(101, name)).isEqualTo(CpuGroup.OTHER);
        assertThat(ThreadNames.isSampler(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http-nio-8080-e",
                "tomcat-handler-",
                "reactor-http-ep",
                "ForkJoinPool-1-",
                "VirtualThread-u",
                "java",
                "main",
                "GC",
                "Garbage sorter",
                "GCache-1",
                "Zookeeper",
                "C3 pool",
                "",
                "x VM Thread"
            })
    void everythingElseIsApplication(String name) {
        assertThat(names.groupOf(101, name)).isEqualTo(CpuGroup.APPLICATION);
        assertThat(ThreadNames.isSampler(name)).isFalse();
    }

    @Test
    void theLaunchersFirstThreadOnlyWaits() {
        assertThat(names.groupOf(PID, "java")).isEqualTo(CpuGroup.OTHER);
    }

    @Test
    void theVmThreadCollectsForSerial() {
        assertThat(new ThreadNames(PID, true).groupOf(101, "VM Thread")).isEqualTo(CpuGroup.GC);
    }
}
