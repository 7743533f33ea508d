import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

class Bot {
  public static void main(String[] words) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    System.out.println("time " + get(client, "https://api-contract.example.com/capi/v2/market/time").contains("timestamp"));
    CompletableFuture<String> pushed = new CompletableFuture<>();
    WebSocket socket = client.newWebSocketBuilder()
        .buildAsync(URI.create("wss://ws-contract.example.com/v2/ws/public"), new WebSocket.Listener() {
          @Override public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
            if (text.toString().contains("\"event\":\"payload\"")) pushed.complete(text.toString());
            return WebSocket.Listener.super.onText(from, text, last);
          }
        }).join();
    socket.sendText("{\"event\":\"subscribe\",\"channel\":\"ticker.cmt_btcusdt\"}", true).join();
    System.out.println("pushed " + !pushed.join().isEmpty());
    socket.abort();
    try {
      get(client, "https://telemetry.example.net/");
    } catch (java.io.IOException error) {
      System.out.println("elsewhere refused");
    }
  }

  static String get(HttpClient client, String url) throws Exception {
    return client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString()).body();
  }
}
