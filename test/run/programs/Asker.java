import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** Asks a host that the venue stands in for, and another one. */
class Asker {
  public static void main(String[] words) throws Exception {
    System.out.println(status("https://api-contract.example.com/capi/v2/market/time"));
    try {
      status("https://telemetry.example.net/");
    } catch (java.io.IOException error) {
      System.out.println("refused");
    }
  }

  static int status(String url) throws Exception {
    return HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString()).statusCode();
  }
}
