import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Waits in each of the ways that Java has, and says how long that took by both of its clocks, in ms. */
public class Sleeper {
  static final long WAIT_MS = 60_000;

  static void timed(String name, Callable<?> wait) throws Exception {
    long wall = System.currentTimeMillis();
    long nano = System.nanoTime();
    wait.call();
    long wallMs = System.currentTimeMillis() - wall;
    long nanoMs = (System.nanoTime() - nano) / 1_000_000;
    System.out.println(name + " " + wallMs + " " + nanoMs);
  }

  public static void main(String[] words) throws Exception {
    timed("sleep", () -> {
      Thread.sleep(WAIT_MS);
      return null;
    });
    timed("wait", () -> {
      Object monitor = new Object();
      synchronized (monitor) {
        monitor.wait(WAIT_MS);
      }
      return null;
    });
    timed("queue", () -> new LinkedBlockingQueue<Integer>().poll(WAIT_MS, TimeUnit.MILLISECONDS));
    URI time = URI.create("http://api-contract.example.com/capi/v2/market/time");
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(time).build(), HttpResponse.BodyHandlers.ofString());
    System.out.println("asked " + answer.statusCode());
  }
}
