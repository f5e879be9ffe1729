package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatling.commons.stats.OK$;
import io.gatling.core.session.Session;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import scala.collection.immutable.Map$;
import scala.collection.immutable.Nil$;
import scala.runtime.BoxedUnit;

class HeldUserTest {
    private final EventLoop loop = new DefaultEventLoop();
    private final List<String> done = new ArrayList<>();

    @Test
    void goesOnOnItsOwnEventLoop() {
        user(1).later(() -> done.add(Thread.currentThread().getName()));
        end();

        assertThat(done).singleElement().asString().startsWith("defaultEventLoop");
    }

    /** Of those that wait at a gate when a run ends, the first stops Gatling, which may have ended before the last goes. */
    @Test
    void staysWhereItIsOnceGatlingHasEnded() {
        end();
        user(1).later(() -> done.add("too late"));

        assertThat(done).isEmpty();
    }

    private void end() {
        loop.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS).syncUninterruptibly();
    }

    /** It never goes on, and Scala's empty collections are of everything. */
    @SuppressWarnings({"unchecked", "rawtypes", "NullAway"})
    private HeldUser user(long id) {
        Session session = new Session(
                "iteration 1",
                id,
                (scala.collection.immutable.Map) Map$.MODULE$.empty(),
                OK$.MODULE$,
                (scala.collection.immutable.List) Nil$.MODULE$,
                ended -> BoxedUnit.UNIT,
                loop);
        return new HeldUser(session, null, null);
    }
}
