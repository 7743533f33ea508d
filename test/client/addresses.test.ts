import { expect, test } from "vitest";
import { V2Client } from "../../src/interface/client/index.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { ManualTiming } from "./manualTiming.ts";

/** A client of several addresses, before nodes that do what this file says. */

const [A, B, C] = ["http://a.test", "http://b.test", "http://c.test"] as const;
const ORDER = { ...LIMIT, price: "50000" } as const;
const MARGIN = { isolatedPositionId: 1, collateralAmount: "1" };

type Fate = (init: RequestInit) => Response | Promise<Response>;

/** @param fates what each address does with its first request, its second, …; the last goes on */
function before(fates: Readonly<Record<string, readonly Fate[]>>, baseUrl: readonly string[] = [A, B]) {
  const timing = new ManualTiming();
  const sent: { readonly at: string; readonly signature: string | null }[] = [];
  const client = new V2Client({
    baseUrl,
    credentials: { apiKey: "key", secret: "secret", passphrase: "pass" },
    limits: "off",
    retries: 3,
    timing,
    fetch: async (input, init = {}) => {
      const at = new URL(String(input)).origin;
      const turn = sent.filter((each) => each.at === at).length;
      sent.push({ at, signature: new Headers(init.headers).get("ACCESS-SIGN") });
      return fates[at]!.at(Math.min(turn, fates[at]!.length - 1))!(init);
    },
  });
  return { timing, sent, client };
}

const refused: Fate = () =>
  Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }));
const lost: Fate = () => Promise.reject(new TypeError("fetch failed", { cause: { code: "UND_ERR_SOCKET" } }));
const placed: Fate = () => Response.json({ client_oid: "", order_id: "1" });
const unavailable =
  (headers: Record<string, string> = {}): Fate =>
  () =>
    Response.json(
      { code: "503", msg: "Not now" },
      { status: 503, headers: { "retry-after": "1", ...headers } },
    );
const unknown = unavailable({ "outcry-outcome": "unknown" });

/** What a request comes to, once all its pauses are over. */
async function outcome(timing: ManualTiming, asked: Promise<unknown>): Promise<unknown> {
  let isOver = false;
  const ended = asked
    .catch((error: unknown) => error)
    .finally(() => {
      isOver = true;
    });
  while (!isOver) await timing.pass(500);
  return ended;
}

test("an address where nobody listens is left, for later requests too; nothing was sent there", async () => {
  const { timing, sent, client } = before({ [A]: [refused], [B]: [placed] });
  expect(await outcome(timing, client.orders.place(ORDER))).toMatchObject({ order_id: "1" });
  expect(await outcome(timing, client.orders.place(ORDER))).toMatchObject({ order_id: "1" });
  expect(await outcome(timing, client.positions.adjustMargin(MARGIN))).toBeDefined();
  expect(sent.map(({ at }) => at)).toEqual([A, B, B, B]);
});

test("what a node may have done goes to the next as the same bytes", async () => {
  for (const doubt of [lost, unknown]) {
    const { timing, sent, client } = before({ [A]: [doubt], [B]: [placed] });
    expect(await outcome(timing, client.orders.place(ORDER))).toMatchObject({ order_id: "1" });
    expect(sent.map(({ at }) => at)).toEqual([A, B]);
    expect(sent[1]!.signature).toBe(sent[0]!.signature);
  }
});

test("what would be done twice goes nowhere else: it is reported unknown", async () => {
  for (const doubt of [lost, unknown]) {
    const { timing, sent, client } = before({ [A]: [doubt], [B]: [placed] });
    const error = await outcome(timing, client.positions.adjustMargin(MARGIN));
    expect(error).toMatchObject({ name: "NoAnswerError", mayHaveHappened: true });
    expect(sent).toHaveLength(1);
  }
});

test("what a node did not accept goes to the next, signed anew", async () => {
  const { timing, sent, client } = before({ [A]: [unavailable()], [B]: [placed] });
  expect(await outcome(timing, client.orders.place(ORDER))).toMatchObject({ order_id: "1" });
  expect(sent.map(({ at }) => at)).toEqual([A, B]);
  expect(sent[1]!.signature).not.toBe(sent[0]!.signature);
});

test("a doubt is not forgotten because nobody listens any more, nor for a refusal of the moment", async () => {
  for (const later of [refused, unavailable()]) {
    const { timing, sent, client } = before({ [A]: [lost, later], [B]: [later], [C]: [later] }, [A, B, C]);
    const error = await outcome(timing, client.orders.place(ORDER));
    expect(error).toMatchObject({ name: "NoAnswerError", mayHaveHappened: true });
    expect(sent.map(({ at }) => at)).toEqual([A, B, C, A]);
    expect(new Set(sent.map(({ signature }) => signature)).size).toBe(1);
  }
});

test("a client of one address does not sign anew what may have happened, either", async () => {
  const { timing, sent, client } = before({ [A]: [unknown, placed] }, [A]);
  expect(await outcome(timing, client.orders.place(ORDER))).toMatchObject({ order_id: "1" });
  expect(sent[1]!.signature).toBe(sent[0]!.signature);
});

test("sockets have as many addresses as REST", () => {
  expect(() => new V2Client({ baseUrl: [A, B], wsUrl: "ws://a.test" })).toThrow(
    "wsUrl must have as many addresses as baseUrl (2), got 1",
  );
  expect(() => new V2Client({ baseUrl: [] })).toThrow("baseUrl: no address was given");
});
