import { createHmac } from "node:crypto";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { limitProfiles } from "../../src/service/gateway/index.ts";
import type { Key } from "../venue/client.ts";
import { Client } from "../venue/client.ts";
import { signed } from "./listener.ts";
import type { Handshake } from "./rawHandshake.ts";
import { shakeHands } from "./rawHandshake.ts";
import {
  disabled,
  EXPIRES,
  elsewhere,
  expiring,
  NOW,
  reader,
  restricted,
  SocketVenue,
  spot,
  vector,
} from "./socketVenue.ts";

const PUBLIC = "/v2/ws/public";
const PRIVATE = "/v2/ws/private";

let venue: SocketVenue;
beforeEach(async () => {
  venue = await SocketVenue.open({ hostNames: ["venue.example"] });
});
afterEach(() => venue.stop());

function shake(path: string, headers: Readonly<Record<string, string | undefined>> = {}): Promise<Handshake> {
  return shakeHands(venue.port, path, headers);
}

async function expectUpgrade(handshake: Promise<Handshake>): Promise<void> {
  const outcome = await handshake;
  expect(outcome.type).toBe("upgraded");
  if (outcome.type === "upgraded") outcome.socket.destroy();
}

async function expectRefusal(handshake: Promise<Handshake>, status: number, code: string, msg: RegExp) {
  const outcome = await handshake;
  expect(outcome).toMatchObject({ type: "answered", status });
  if (outcome.type !== "answered") return;
  expect(outcome.headers).toMatchObject({ "content-type": "application/json; charset=utf-8" });
  expect(outcome.body).toEqual({
    code,
    msg: expect.stringMatching(msg),
    requestTime: venue.time,
    data: null,
  });
}

describe("the handshake", () => {
  test("is taken at both addresses, with a query too", async () => {
    await expectUpgrade(shake(PUBLIC));
    await expectUpgrade(shake(`${PUBLIC}?x=1`));
    await expectUpgrade(shake(PRIVATE, signed(vector, NOW)));
    await expectUpgrade(shake(`${PRIVATE}?x=1`, signed(vector, NOW)));
  });

  test("needs a User-Agent, whatever it says", async () => {
    await expectRefusal(shake(PUBLIC, { "User-Agent": undefined }), 403, "403", /"User-Agent" is required/);
    await expectRefusal(shake(PUBLIC, { "User-Agent": "" }), 403, "403", /"User-Agent" is required/);
    const headers = { ...signed(vector, NOW), "User-Agent": undefined };
    await expectRefusal(shake(PRIVATE, headers), 403, "403", /"User-Agent" is required/);
  });

  test("is refused under a host name that is not served", async () => {
    await expectRefusal(shake(PUBLIC, { Host: "evil.example" }), 421, "421", /not served/);
    await expectUpgrade(shake(PUBLIC, { Host: "venue.example" }));
  });

  test("is taken from pages of any site, as native clients name one too, under a host that is served", async () => {
    for (const origin of [
      "http://evil.example",
      "https://exchange.example",
      "null",
      "http://localhost:5173",
    ]) {
      await expectUpgrade(shake(PUBLIC, { Origin: origin }));
      await expectUpgrade(shake(PRIVATE, { ...signed(vector, NOW), Origin: origin }));
      await expectRefusal(shake(PUBLIC, { Origin: origin, Host: "evil.example" }), 421, "421", /not served/);
    }
  });

  test("an unknown path is 404, also for sockets; a plain request at an address of sockets is told so", async () => {
    const right = "/v2/ws/public, /v2/ws/private, /v3/ws/public, /v3/ws/private, /ws, /stream, .*";
    await expectRefusal(
      shake("/v2/ws/nothing"),
      404,
      "404",
      new RegExp(`^Not found: GET /v2/ws/nothing; sockets are at ${right}$`),
    );
    const plain = { Connection: undefined, Upgrade: undefined };
    await expectRefusal(shake("/capi/v2/market/time-of-day", plain), 404, "404", /^Not found: [^;]*$/);
    await expectRefusal(shake(PUBLIC, plain), 426, "426", /WebSocket/);
  });

  test("an upgrade to another protocol is ignored: REST answers", async () => {
    const answer = await shake("/capi/v2/market/time", { Upgrade: "h2c" });
    expect(answer).toMatchObject({ type: "answered", status: 200 });
  });

  test.each([
    [{ "Sec-WebSocket-Key": undefined }, /"Sec-WebSocket-Key" must be the base64 of 16 bytes/],
    [{ "Sec-WebSocket-Key": "short" }, /"Sec-WebSocket-Key" must be the base64 of 16 bytes/],
    [{ "Sec-WebSocket-Version": undefined }, /"Sec-WebSocket-Version" must be 13/],
    [{ "Sec-WebSocket-Version": "14" }, /"Sec-WebSocket-Version" must be 13/],
    [{ "Sec-WebSocket-Protocol": "a,,b" }, /"Sec-WebSocket-Protocol" must be names, each once/],
    [{ "Sec-WebSocket-Protocol": "a, a" }, /"Sec-WebSocket-Protocol" must be names, each once/],
  ])("what is none of the protocol is malformed: %j", async (headers, why) => {
    await expectRefusal(shake(PUBLIC, headers), 400, "40017", why);
    // Before it is asked whose it is.
    const outcome = await shake(PRIVATE, headers);
    expect(outcome).toMatchObject({ status: 400, headers: { "sec-websocket-version": "13" } });
  });

  test("by another method it is none", async () => {
    const outcome = shakeHands(venue.port, PUBLIC, {}, "POST");
    await expectRefusal(outcome, 405, "405", /^Method not allowed: a handshake is a GET$/);
  });
});

describe("the private handshake", () => {
  test("V7: signed are timestamp and path, nothing else", async () => {
    const headers = signed(vector, 1_764_505_776_347);
    expect(headers["ACCESS-SIGN"]).toBe("B6JVylwbEQB7np0vH6Nxr1OdmZ6Ox5BBTl5yvIXZbz8=");
    await expectUpgrade(shake(PRIVATE, headers));
  });

  test.each([
    ["ACCESS-KEY", undefined, "40001"],
    ["ACCESS-SIGN", undefined, "40002"],
    ["ACCESS-TIMESTAMP", undefined, "40003"],
    ["ACCESS-PASSPHRASE", undefined, "40011"],
    ["ACCESS-TIMESTAMP", "1764505776", "40005"],
    ["ACCESS-KEY", "key-nobody", "40006"],
    ["ACCESS-TIMESTAMP", String(NOW - 30_001), "40008"],
    ["ACCESS-PASSPHRASE", "wrong", "40012"],
    ["ACCESS-SIGN", "wrong", "40009"],
  ])("%s %s: 401, code %s", async (name, value, code) => {
    await expectRefusal(shake(PRIVATE, { ...signed(vector, NOW), [name]: value }), 401, code, /./);
  });

  test("a signature over the method too is none, and the refusal says what it was made over", async () => {
    const signature = createHmac("sha256", vector.secret).update(`${NOW}GET${PRIVATE}`).digest("base64");
    const headers = { ...signed(vector, NOW), "ACCESS-SIGN": signature };
    await expectRefusal(shake(PRIVATE, headers), 401, "40009", /made over the method too/);
  });

  test.each<[string, Key, number, string]>([
    ["from an address that is not the key's", elsewhere, 401, "40018"],
    ["of a disabled key", disabled, 401, "40753"],
    ["of a restricted account", restricted, 401, "40753"],
    ["of a key without permission to read", spot, 403, "40022"],
  ])("%s is refused", async (_, key, status, code) => {
    await expectRefusal(shake(PRIVATE, signed(key, NOW)), status, code, /./);
  });

  test("a key that may only read is enough", async () => {
    await expectUpgrade(shake(PRIVATE, signed(reader, NOW)));
  });

  test("the text follows the client's language", async () => {
    const headers = { ...signed(vector, NOW), "ACCESS-SIGN": "wrong", locale: "zh-CN" };
    await expectRefusal(shake(PRIVATE, headers), 401, "40009", /^签名验证失败: API verification failed/);
  });
});

describe("a ticket instead of a signature", () => {
  async function ticketOf(key: Key): Promise<string> {
    const client = new Client(`http://127.0.0.1:${venue.port}`, key, () => NOW);
    const { status, body, text } = await client.post("account/socketTicket");
    expect(status, text).toBe(200);
    expect(body).toEqual({ ticket: expect.stringMatching(/^[\w-]{43}$/), expiresIn: 10_000 });
    return body.ticket;
  }
  const show = (...protocols: readonly string[]) => ({ "Sec-WebSocket-Protocol": protocols.join(", ") });

  test.each([PRIVATE, "/v3/ws/private"])(
    "opens %s once; the first subprotocol is echoed, it never",
    async (path) => {
      const ticket = await ticketOf(vector);
      const outcome = await shake(path, show("outcry", ticket));
      expect(outcome).toMatchObject({ type: "upgraded", headers: { "sec-websocket-protocol": "outcry" } });
      if (outcome.type === "upgraded") outcome.socket.destroy();
      await expectRefusal(shake(PRIVATE, show("outcry", ticket)), 401, "40006", /the ticket/);
    },
  );

  test("is of no use after ten seconds, in front, or where it is none", async () => {
    const ticket = await ticketOf(vector);
    await expectRefusal(shake(PRIVATE, show(ticket)), 401, "40001", /ACCESS_KEY/);
    await expectRefusal(shake(PRIVATE, show("outcry", "none")), 401, "40006", /the ticket/);
    await venue.clock.advance(10_000);
    await expectRefusal(shake(PRIVATE, show("outcry", ticket)), 401, "40006", /the ticket/);
  });

  test("of a key that has expired meanwhile is refused", async () => {
    const ticket = await ticketOf(expiring);
    venue.time = EXPIRES;
    await expectRefusal(shake(PRIVATE, show("outcry", ticket)), 401, "40006", /has expired/);
  });

  test("subscribes to the account of its key", async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${venue.port}${PRIVATE}`, [
      "outcry",
      await ticketOf(reader),
    ]);
    await once(socket, "open");
    expect(socket.protocol).toBe("outcry");
    socket.send('{"event":"subscribe","channel":"orders"}');
    await expect.poll(() => venue.opened.length).toBe(1);
    socket.close();
  });
});

describe("limits of connections", () => {
  const counted = { ...limitProfiles.seed, loopback: "counted" } as const;

  test("100 at a time; one that leaves makes room", async () => {
    venue.gateway.limits.use({ ...counted, connections: undefined });
    const sockets = await Promise.all(Array.from({ length: 100 }, () => shake(PUBLIC)));
    const held = sockets.map((each) => (each.type === "upgraded" ? each.socket : undefined));
    expect(held).not.toContain(undefined);
    await expectRefusal(shake(PUBLIC), 429, "429", /WebSocket connections at a time 100 of 100/);
    const first = held[0]!;
    first.end(); // leaves without a word
    await new Promise((resolve) => first.once("close", resolve));
    await expectUpgrade(shake(PUBLIC));
    for (const socket of held) socket!.destroy();
  });

  test("300 new ones in five minutes, refused ones too", async () => {
    venue.gateway.limits.use(counted);
    for (let i = 0; i < 300; i++) await expectRefusal(shake(PUBLIC, { "User-Agent": "" }), 403, "403", /./);
    await expectRefusal(shake(PUBLIC), 429, "429", /connections 300 of 300 in 300 s, resets in 300 s/);
    await venue.clock.advance(100_000);
    const refused = await shake(PUBLIC);
    expect(refused).toMatchObject({ type: "answered", status: 429, headers: { "retry-after": "200" } });
    await venue.clock.advance(200_000);
    await expectUpgrade(shake(PUBLIC));
  });

  test("this machine is exempt unless the profile counts it", async () => {
    venue.gateway.limits.use({ ...limitProfiles.seed, sockets: { concurrent: 1 } });
    const first = await venue.connect();
    const second = await venue.connect();
    await Promise.all([first.close(), second.close()]);
  });
});
