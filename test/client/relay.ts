import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";

/** Stands between a client and a venue's sockets, and loses what it is told to lose. */
export interface Relay {
  readonly url: string;
  /** Connections so far. */
  readonly connections: number;
  /** What the client has said. */
  readonly heard: readonly string[];
  /** Says something to the client, as if the venue had. */
  say(text: string): void;
  /** Breaks all connections, as a network does. */
  cut(): void;
  close(): Promise<void>;
}

/** @param passes whether a message of the venue reaches the client */
export async function openRelay(target: string, passes: (text: string) => boolean): Promise<Relay> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const heard: string[] = [];
  let connections = 0;
  server.on("connection", (near, request) => {
    connections++;
    const { host, connection, upgrade, ...headers } = request.headers;
    for (const name of Object.keys(headers)) if (name.startsWith("sec-websocket")) delete headers[name];
    const far = new WebSocket(target + request.url, { headers: headers as Record<string, string> });
    const waiting: string[] = [];
    near.on("message", (data) => {
      heard.push(String(data));
      if (far.readyState === WebSocket.OPEN) far.send(String(data));
      else waiting.push(String(data));
    });
    far.on("open", () => {
      for (const text of waiting) far.send(text);
    });
    far.on("message", (data) => {
      if (passes(String(data))) near.send(String(data));
    });
    far.on("close", () => near.close());
    near.on("close", () => far.close());
    far.on("error", () => near.terminate());
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return connections;
    },
    heard,
    say(text) {
      for (const client of server.clients) client.send(text);
    },
    cut() {
      for (const client of server.clients) client.terminate();
    },
    close() {
      for (const client of server.clients) client.terminate();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
