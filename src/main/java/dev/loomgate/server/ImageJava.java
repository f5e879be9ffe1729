package dev.loomgate.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.HostConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Asks the Java in an image which one it is, by running it once. */
final class ImageJava {
    private static final int LIMIT_SECONDS = 30;

    private ImageJava() {}

    static Jdk of(DockerClient client, String image) {
        try {
            return Jdk.fromSettings(Path.of("/"), settings(client, image))
                    .orElseThrow(() -> new ServerStartException("Image " + image + " does not tell its Java version"));
        } catch (DockerException e) {
            throw new ServerStartException(
                    "Image " + image + " has no java to run: " + ContainerEngine.firstLine(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerStartException("interrupted while image " + image + " was asked for its Java", e);
        }
    }

    private static String settings(DockerClient client, String image) throws InterruptedException {
        String id = client.createContainerCmd(image)
                .withEntrypoint("java")
                .withCmd("-XshowSettings:properties", "-version")
                .withHostConfig(HostConfig.newHostConfig().withNetworkMode("none"))
                .withLabels(Map.of(
                        LeashedContainer.SESSION_LABEL,
                        ProcessSession.current(),
                        LeashedContainer.HOST_LABEL,
                        ProcessSession.place()))
                .exec()
                .getId();
        try {
            client.startContainerCmd(id).exec();
            Words words = new Words();
            client.logContainerCmd(id)
                    .withStdOut(true)
                    .withStdErr(true)
                    .withFollowStream(true)
                    .exec(words)
                    .awaitCompletion(LIMIT_SECONDS, TimeUnit.SECONDS);
            return words.text.toString();
        } finally {
            client.removeContainerCmd(id).withForce(true).exec();
        }
    }

    private static final class Words extends ResultCallback.Adapter<Frame> {
        private final StringBuilder text = new StringBuilder();

        @Override
        public void onNext(Frame frame) {
            text.append(new String(frame.getPayload(), StandardCharsets.UTF_8));
        }
    }
}
