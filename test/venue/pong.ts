/**
 * The answer to a ping of the venue, which comes every 30 s of the machine's time; `undefined` for any other
 * message. @param url of the socket
 */
export function pongTo(url: string, message: { readonly [key: string]: unknown }): object | undefined {
  if (message["event"] !== "ping" && message["type"] !== "ping") return undefined;
  return url.includes("/v3/") ? { method: "PONG" } : { event: "pong", time: message["time"] };
}
