package dev.loomgate.report;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.print.PrintOptions;

/** A real browser without a window, in front of one page on disk. */
public final class Browser implements AutoCloseable {
    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Whether Chromium and its driver are installed. */
    private static boolean installed() {
        return onPath("chromium", "google-chrome").isPresent()
                && onPath("chromedriver").isPresent();
    }

    private static Optional<File> onPath(String... names) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder -> Stream.of(names).map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .map(Path::toFile)
                .findFirst();
    }

    /**
     * Opens a page; without a browser the test is skipped, and says so.
     *
     * @param width of the screen, in CSS pixels
     */
    public static Browser open(Path page, int width) {
        assumeThat(installed()).as("Chromium and chromedriver are installed").isTrue();
        LoggingPreferences everything = new LoggingPreferences();
        everything.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions()
                .setBinary(onPath("chromium", "google-chrome").orElseThrow())
                .setExperimentalOption(
                        "mobileEmulation",
                        Map.of("deviceMetrics", Map.of("width", width, "height", 900, "pixelRatio", 1.0)));
        options.setCapability("goog:loggingPrefs", everything);
        // Its sandbox needs rights that root in a container has not; it opens nothing but our own page.
        options.addArguments(
                "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking");
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(onPath("chromedriver").orElseThrow())
                .usingAnyFreePort()
                .build();
        Browser browser = new Browser(new ChromeDriver(service, options));
        browser.driver.get(page.toUri().toString());
        return browser;
    }

    /** Opens all that is folded, by clicking at it as a reader would. */
    public int unfoldAll() {
        int clicked = 0;
        for (WebElement summary : driver.findElements(By.tagName("summary"))) {
            if (summary.isDisplayed()) {
                driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", summary);
                summary.click();
                clicked++;
            }
        }
        return clicked;
    }

    /** What the page has written to the console as an error. */
    public List<String> errors() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** The names of charts of which nothing can be seen. */
    public List<String> emptyCharts() {
        return texts("""
                return [...document.querySelectorAll('canvas')].filter(one => {
                  if (!one.width || !one.height) return true;
                  const pixels = one.getContext('2d').getImageData(0, 0, one.width, one.height).data;
                  return pixels.every(value => value === 0);
                }).map(one => one.id);
                """);
    }

    /** How many charts there are. */
    public int charts() {
        return driver.findElements(By.tagName("canvas")).size();
    }

    /** The rows of each table in a figure of this name, as text. */
    public List<String> rowsOf(String figure) {
        unfoldAll();
        return driver.findElements(By.tagName("figure")).stream()
                .filter(one ->
                        one.findElement(By.tagName("figcaption")).getText().equals(figure))
                .flatMap(one -> one.findElements(By.cssSelector("tbody tr")).stream())
                .map(WebElement::getText)
                .toList();
    }

    /** Links within the page that lead nowhere. */
    public List<String> brokenAnchors() {
        return texts("""
                return [...document.querySelectorAll('a[href^="#"]')].map(one => one.getAttribute('href').slice(1))
                  .filter(id => !document.getElementById(id));
                """);
    }

    /** Links to files beside the page, as they stand in it. */
    public List<String> filesBeside() {
        return texts("""
                return [...document.querySelectorAll('a[href]')].map(one => one.getAttribute('href'))
                  .filter(href => !/^(#|[a-z]+:)/.test(href));
                """);
    }

    /**
     * What sticks out of the screen although nothing around it scrolls: who reads it on a phone has to push the page to
     * and fro.
     */
    public List<String> beyondTheScreen() {
        return texts("""
                const width = document.documentElement.clientWidth;
                if (document.documentElement.scrollWidth <= width) return [];
                scrollTo(0, 0);
                return ['the page is ' + document.documentElement.scrollWidth + ' pixels wide'].concat(
                  [...document.querySelectorAll('body *')]
                  .filter(one => one.getBoundingClientRect().right > width + 1 && !one.closest('.scroll'))
                  .map(one => one.tagName + '.' + one.className + ': ' + one.textContent.trim().slice(0, 120)));
                """);
    }

    /** The page on paper, as PDF. */
    public byte[] printed() {
        return Base64.getDecoder().decode(driver.print(new PrintOptions()).getContent());
    }

    private List<String> texts(String script) {
        return ((List<?>) requireNonNull(driver.executeScript(script)))
                .stream().map(String::valueOf).toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
