import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import type { FaultView } from "../../src/interface/wire/control/index.ts";
import type { Reply, Signed } from "./client.ts";
import { control } from "./control.ts";

/** What a connection of its own brought, and how it ended. */
export interface Heard {
  readonly text: string;
  /** What each read of it brought. */
  readonly pieces: readonly string[];
  readonly end: "closed" | "reset";
}

/** The faults of a venue, set over control. */
export class FaultDesk {
  readonly #venue: Venue;

  constructor(venue: Venue) {
    this.#venue = venue;
  }

  async add(kind: string, said: object = {}): Promise<FaultView> {
    const { status, body } = await this.call("faults/add", { kind, ...said });
    expect([status, body]).toEqual([200, expect.anything()]);
    return body;
  }

  /** @param kind of a fault that was set */
  async find(kind: string): Promise<FaultView> {
    const { body } = await this.call("faults");
    return body.find((each: FaultView) => each.kind === kind);
  }

  /** Removes every fault, and holds every rule of the state against the state. */
  async clearAndAudit(): Promise<void> {
    expect((await this.call("faults/remove", {})).body).toEqual([]);
    expect((await this.call("audit", {})).body).toMatchObject({ passed: true, money: "0" });
  }

  /** The last request that was logged with a reason. */
  async lastReason(): Promise<string> {
    const { body } = await this.call("requests?limit=1&only=refused");
    return body.entries[0].reason;
  }

  call(path: string, body?: object): Promise<Reply> {
    return control(this.#venue, path, body);
  }
}

/**
 * Sends a request on a connection of its own, and listens until that ends.
 *
 * @param reader who reads it in the venue: its own reader takes plain requests, that of Node.js all others,
 * as one whose body is in chunks
 */
export async function hear(
  { method, url, headers, body }: Signed,
  reader: "plain" | "node" = "plain",
): Promise<Heard> {
  const { host, hostname, port, pathname, search } = new URL(url);
  const bytes = String(Buffer.byteLength(body));
  const length = reader === "plain" ? { "Content-Length": bytes } : { "Transfer-Encoding": "chunked" };
  const fields = Object.entries({ Host: host, ...headers, ...length });
  const head = `${method} ${pathname}${search} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  const sent = reader === "plain" ? body : `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const heard: string[] = [];
  let end: Heard["end"] = "closed";
  socket.on("data", (bytes) => heard.push(bytes.toString()));
  socket.on("end", () => socket.end());
  socket.on("error", () => {
    end = "reset";
  });
  const closed = new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
  });
  await once(socket, "connect");
  socket.write(head + sent);
  await closed;
  return { text: heard.join(""), pieces: heard, end };
}
