import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:http";
import type { Socket } from "node:net";

/** What a handshake came to. */
export type Handshake =
  | {
      readonly type: "upgraded";
      readonly socket: Socket;
      readonly headers: IncomingHttpHeaders;
      readonly head: Buffer;
    }
  | {
      readonly type: "answered";
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
      readonly body: any;
    };

const HEADERS = {
  Connection: "Upgrade",
  Upgrade: "websocket",
  "Sec-WebSocket-Version": "13",
  "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  "User-Agent": "test",
};

/** A handshake whose every header is the test's; `undefined` leaves one out. */
export async function shakeHands(
  port: number,
  path: string,
  headers: Readonly<Record<string, string | undefined>> = {},
  method = "GET",
): Promise<Handshake> {
  const all = Object.entries({ ...HEADERS, ...headers }).filter(([, value]) => value !== undefined);
  const asked = request({ host: "127.0.0.1", port, path, method, headers: Object.fromEntries(all) });
  asked.end();
  return new Promise((resolve, reject) => {
    asked.once("error", reject);
    asked.once("upgrade", ({ headers }, socket: Socket, head: Buffer) =>
      resolve({ type: "upgraded", socket, headers, head }),
    );
    asked.once("response", async (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      await once(response, "end");
      const body = text.startsWith("{") ? JSON.parse(text) : text;
      resolve({ type: "answered", status: response.statusCode!, headers: response.headers, body });
    });
  });
}
