import { EventEmitter, once } from "node:events";
import { connect } from "node:http2";
import { expect, onTestFinished, test } from "vitest";
import { SimulatedClock } from "../../../../test/host/simulatedClock.ts";
import type { Response, WholeRequest } from "../../../service/gateway/index.ts";
import { Http2Wire } from "./http2Wire.ts";
import { LeaderLink } from "./leaderLink.ts";
import { LinkServer } from "./linkServer.ts";
import type { LinkConnection, LinkService } from "./wire.ts";
import { NotTaken, Unanswered } from "./wire.ts";

const KEY = new Uint8Array(32).fill(7);
const SELF = { node: "b", address: "127.0.0.1:1" };
const REQUEST: WholeRequest = {
  method: "POST",
  url: "/capi/v2/order/placeOrder",
  headers: {},
  address: "203.0.113.1",
  body: Buffer.from("{}"),
};
const HEARTBEAT = { epoch: 1, seq: 7, clock: { mode: "wall", offsetMs: 0 } } as never;
const answered = (request: WholeRequest): Promise<Response> =>
  Promise.resolve({ status: 200, body: request.url, version: 0 });

/** Serves other nodes until the test is over. @returns its address */
async function listening(service: LinkService): Promise<string> {
  const { port, close } = await new Http2Wire(KEY).listen({ host: "127.0.0.1", port: 0 }, service);
  onTestFinished(close);
  return `127.0.0.1:${port}`;
}

/** A node that leads. */
function leading(answer: (request: WholeRequest) => Promise<Response> = answered): LinkServer {
  const server = new LinkServer(() => undefined);
  server.serve({ heartbeat: () => HEARTBEAT, streams: () => ({ leftMs: {} }), head: () => 7, answer });
  return server;
}

interface Follower {
  readonly connection: LinkConnection;
  /** Resolves when it has ended. */
  readonly ended: Promise<unknown>;
}

/** Follows a node that leads, which has said so. */
async function following(address: string): Promise<Follower> {
  const told = new EventEmitter();
  const [heard, ended] = [once(told, "line"), once(told, "end")];
  const connection = new Http2Wire(KEY).connect(address, SELF, {
    onLine: (line) => told.emit("line", line),
    onOtherLink() {},
    onEnd: (why) => told.emit("end", why),
  });
  onTestFinished(() => connection.close());
  await heard;
  return { connection, ended };
}

/** What nobody has handled meanwhile, which ends a process. */
function unhandled(): readonly unknown[] {
  const reasons: unknown[] = [];
  const note = (reason: unknown): void => void reasons.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  return reasons;
}

test("a node that goes in the middle of its requests does nothing to the one that leads", async () => {
  const reasons = unhandled();
  const told = new EventEmitter();
  const gone = once(told, "gone");
  const server = leading();
  const address = await listening({
    answer: (request) => server.answer(request),
    follow(who, channel) {
      const listener = server.follow(who, channel)!;
      return {
        ...listener,
        onClose() {
          listener.onClose();
          told.emit("gone");
        },
      };
    },
  });
  const { connection } = await following(address);
  const asked = [1, 2, 3].map(() => connection.request(REQUEST));
  connection.close();
  for (const each of asked) await expect(each).rejects.toThrow(Unanswered);
  await gone;
  const other = await following(address);
  expect(await other.connection.request(REQUEST)).toMatchObject({ status: 200, body: REQUEST.url });
  expect(reasons).toEqual([]);
});

test("a request whose head cannot be read is not taken, and one whose answer fails is not known", async () => {
  const reasons = unhandled();
  const address = await listening(leading(() => Promise.reject(new Error("a bug"))));
  const session = connect(`https://${address}`, {
    ciphers: "TLS_AES_128_GCM_SHA256",
    pskCallback: () => ({ psk: KEY, identity: "outcry node" }),
    checkServerIdentity: () => undefined,
  });
  onTestFinished(() => session.destroy());
  const stream = session.request({
    ...{ ":method": "POST", ":path": "/request", "outcry-link": "4" },
    "outcry-head": Buffer.from('{"method":').toString("base64url"),
  });
  stream.end();
  const [headers] = await once(stream, "response");
  expect(headers[":status"]).toBe(421);
  const { connection } = await following(address);
  await expect(connection.request(REQUEST)).rejects.toThrow(Unanswered);
  expect(reasons).toEqual([]);
});

test.each(["no JSON", "7", "null"])("a node that says %s is let go", async (line) => {
  const server = leading();
  const address = await listening(server);
  const { connection, ended } = await following(address);
  connection.send(line);
  await ended;
  await following(address);
  expect(server.followers).toHaveLength(1);
});

test.each(["no JSON", "7", "null"])("one that leads and says %s is followed no more", async (line) => {
  const address = await listening({
    answer: answered,
    follow(_who, channel) {
      channel.send(line);
      return { onLine() {}, onClose() {} };
    },
  });
  const why = await new Promise<string>((resolve) => {
    const link = new LeaderLink({
      wire: new Http2Wire(KEY),
      ...{ leader: { node: "a", address }, self: SELF },
      ...{ clock: new SimulatedClock({ seed: 1 }), silentMs: 1_000 },
      onHeartbeat() {},
      onFrame() {},
      onUsed() {},
      onStreams() {},
      onOtherLink() {},
      onEnd: resolve,
    });
    onTestFinished(() => link.close());
  });
  expect(why).toBe("it has said what this node cannot read");
});

test("over a connection that has ended nothing is sent", async () => {
  const address = await listening(leading());
  const { connection } = await following(address);
  connection.close();
  await expect(connection.request(REQUEST)).rejects.toThrow(NotTaken);
});
