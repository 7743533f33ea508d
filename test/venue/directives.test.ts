import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { outcry } from "../cli/inProcess.ts";
import { directoryOfFile } from "../host/temporaryDirectory.ts";
import { tellInOrder } from "../inOrder.ts";
import type { Key } from "./client.ts";
import { Client, look } from "./client.ts";
import { operate } from "./control.ts";
import { LIMIT } from "./limitOrder.ts";
import { Pushes } from "./pushes.ts";
import { venueOfFile, venueOfTest } from "./venueOfTest.ts";

/**
 * Directives as a bot meets them: every line of the table of docs/directives.md is typed, and makes its row
 * of the order states happen; then what the wire shows of each, and directives in client ids. The books are
 * audited after every scenario, and the journal of all of them replays.
 */

/** The lines of the page by the row that each is for. */
const page = readFileSync(join(import.meta.dirname, "../../docs/directives.md"), "utf8");
const lines = new Map(
  [...page.matchAll(/^\| (\d+) \| `(.+)` \|$/gm)].map(([, row, line]) => [Number(row), line!] as const),
);

const data = directoryOfFile();
let bots = 0;

tellInOrder();
const venue = await venueOfFile({ data, prices: { btc: 60_000 }, accounts: [{ name: "carries" }] });

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any;

const control = (path: string, body?: object) => operate(venue, path, body);

/** A bot with an account of its own, and a key for it. */
class Bot {
  readonly name: string;
  readonly client: Client;

  private constructor(name: string, client: Client) {
    this.name = name;
    this.client = client;
  }

  static async open(permissions?: readonly string[]): Promise<Bot> {
    const name = `bot-${++bots}`;
    await control("accounts/open", { name, balance: "100000" });
    const key = await control("keys/create", { account: name, ...(permissions && { permissions }) });
    return new Bot(name, new Client(venue.baseUrl, key));
  }

  /** Types a line of the page. */
  async type(line: string): Promise<void> {
    const words = [...line.matchAll(/\S+/g)].map(([word]) => (word === "bot" ? this.name : word));
    const { code, stderr } = await outcry(...words, "--data", data, "--json");
    expect(code, stderr).toBe(0);
  }

  place(more: object = {}) {
    return this.client.post("order/placeOrder", { ...ORDER, client_oid: "o-1", ...more });
  }

  /** One that waits for 66 000. */
  plan(client_oid = "o-1") {
    const plan = { trigger_price: "66000", match_type: "0", execute_price: "60000" };
    const { symbol, size, type } = ORDER;
    return this.client.post("order/plan_order", { symbol, size, type, ...plan, client_oid });
  }

  cancel(client_oid = "o-1") {
    return this.client.post("order/cancel_order", { clientOid: client_oid });
  }

  /** Has a long of 0.01, of the house, and a close of it that rests. */
  async holds(): Promise<void> {
    await venue.direct(this.name, "fill");
    await this.place({ client_oid: "held" });
    await this.place({ type: "3", price: "60500" });
  }

  /** State, size and what is left of an order, and why it ended. */
  async is(order = "o-1"): Promise<string> {
    const { state, size, remaining, cancelReason } = await control(
      `orders/show?account=${this.name}&order=${order}`,
    );
    return [state, size, remaining, ...(cancelReason === undefined ? [] : [cancelReason])].join(" ");
  }
}

const ORDER = LIMIT;

/** What the bot does before and after the line of a row, and what the order is then. */
interface Row {
  readonly before?: (bot: Bot) => Promise<unknown>;
  readonly after?: (bot: Bot) => Promise<unknown>;
  readonly is: string;
  readonly order?: string;
}

const places = (bot: Bot) => bot.place();
const cancels = async (bot: Bot) => expect((await bot.cancel()).body.result).toBe(true);
const waits = (bot: Bot) => bot.plan();
const none = (bot: Bot) => Promise.resolve(bot);

const rows: Readonly<Record<number, Row>> = {
  1: { after: places, is: "pending 0.0100 0.0100" },
  2: { is: "untriggered 0.0100 0.0100" },
  3: {
    after: async (bot) => {
      const { status, body } = await bot.place();
      expect([status, body.code, body.msg]).toEqual([400, "40015", "no"]);
      await bot.place({ price: "59000" });
    },
    is: "open 0.0100 0.0100", // the next one; of the rejected one there is nothing
  },
  4: { after: places, is: "open 0.0100 0.0100" },
  5: { after: places, is: "open 0.0100 0.0060" },
  6: { after: places, is: "filled 0.0100 0.0000" },
  7: { after: (bot) => bot.place({ order_type: "1" }), is: "canceled 0.0100 0.0100 post-only" },
  8: { after: (bot) => bot.place({ order_type: "2" }), is: "canceled 0.0100 0.0100 could-not-fill" },
  9: { after: (bot) => bot.place({ order_type: "3" }), is: "canceled 0.0100 0.0060 could-not-fill" },
  10: { after: places, is: "canceled 0.0100 0.0100 self-trade" },
  11: { after: places, is: "canceled 0.0100 0.0100 margin-not-enough" },
  12: { after: (bot) => bot.place().then(() => cancels(bot)), is: "canceling 0.0100 0.0100" },
  13: { before: places, is: "open 0.0100 0.0060" },
  14: { before: places, is: "filled 0.0100 0.0000" },
  15: { before: places, after: cancels, is: "canceling 0.0100 0.0060" },
  16: { before: places, is: "canceled 0.0100 0.0100 self-trade" },
  17: { before: (bot) => bot.holds(), is: "open 0.0060 0.0060" },
  18: { before: (bot) => bot.holds(), is: "canceled 0.0100 0.0100 nothing-to-reduce" },
  19: { before: (bot) => bot.holds(), is: "canceled 0.0100 0.0100 liquidation" },
  20: { before: places, is: "canceled 0.0100 0.0100 operator" },
  21: { before: places, after: cancels, is: "canceling 0.0100 0.0060" },
  22: { before: places, after: cancels, is: "filled 0.0100 0.0000" },
  23: { before: places, after: cancels, is: "canceled 0.0100 0.0060 user" },
  24: {
    before: places,
    after: (bot) => cancels(bot).then(() => cancels(bot)),
    is: "canceling 0.0100 0.0060",
  },
  25: { before: waits, is: "open 0.0100 0.0100" },
  26: { before: waits, is: "canceled 0.0100 0.0100 margin-not-enough" },
  27: { before: waits, is: "canceled 0.0100 0.0100 user" },
  28: { before: waits, is: "canceled 0.0100 0.0100 other-order-of-the-pair" },
  29: { before: waits, is: "canceled 0.0100 0.0100 position-closed" },
  30: {
    before: places,
    after: async (bot) => {
      for (const _ of ["lost", "final"]) {
        const { status, body } = await bot.cancel();
        expect([status, body.msg]).toEqual([400, "Order does not exist"]);
      }
    },
    is: "filled 0.0100 0.0000",
  },
  31: { before: (bot) => bot.holds(), after: none, is: "", order: "venue" },
};

describe("every row of the order states", () => {
  test("has a line", () => {
    expect([...lines.keys()]).toEqual(Object.keys(rows).map(Number));
    const states = readFileSync(join(import.meta.dirname, "../../docs/reference/orders.md"), "utf8");
    const known = [...states.matchAll(/^\| (\d+) \| .+ \| .+ \| .+ \|.*\|$/gm)].map(([, row]) => Number(row));
    expect([...new Set(known)]).toEqual([...lines.keys()]);
  });

  test.each([...lines])("%i: %s", async (number, line) => {
    const { before, after, is, order } = rows[number]!;
    const bot = await Bot.open();
    await before?.(bot);
    await bot.type(line);
    await after?.(bot);
    if (order === "venue") {
      const { fills } = await control(`explain/liquidation?account=${bot.name}`);
      const own = await control(`orders/show?account=${bot.name}&order=${fills.at(-1).order}`);
      expect(own).toMatchObject({ state: "filled", kind: "liquidation", timeInForce: "ioc" });
    } else expect(await bot.is()).toBe(is);
    expect(await control("audit", {})).toMatchObject({ passed: true, money: "0" });
  });
});

describe("what the wire shows", () => {
  test("a part is filled: order, position and pushes say so, and the public market does not", async () => {
    const bot = await Bot.open();
    const pushes = await new Pushes(venue.wsUrl, "/v2/ws/private", bot.client.key).subscribe("orders");
    const tape = async () => (await look(venue.baseUrl, "trades?symbol=cmt_btcusdt")).body;
    const before = await tape();
    await venue.direct(bot.name, "fill", { symbol: "btc", size: "0.004" });
    const { order_id } = (await bot.place()).body;
    const { body } = await bot.client.get(`order/detail?orderId=${order_id}`);
    expect([body.status, body.filled_qty, body.price_avg]).toEqual(["open", "0.0040", "60000.0"]);
    const [position] = (await bot.client.get("account/position/allPosition")).body;
    expect([position.side, position.size]).toEqual(["LONG", "0.0040"]);
    await pushes.until((each) => JSON.stringify(each).includes("0.0040"));
    expect(await tape()).toEqual(before);
    const depth = await look(venue.baseUrl, "depth?symbol=cmt_btcusdt");
    expect(depth.body.bids.flat()).not.toContain("60000.0");
  });

  test("an order that never fills is pushed as pending, then open", async () => {
    const bot = await Bot.open();
    const pushes = await new Pushes(venue.wsUrl, "/v2/ws/private", bot.client.key).subscribe("orders");
    await venue.direct(bot.name, "never-fill");
    const { order_id } = (await bot.place()).body;
    await pushes.until((each) => JSON.stringify(each).includes('"OPEN"'));
    const states = pushes.messages
      .flatMap(({ msg }): Json[] => msg?.data?.order ?? [])
      .filter(({ id }: Json) => String(id) === order_id)
      .map(({ status }: Json) => status);
    expect(states).toEqual(["PENDING", "OPEN"]);
  });

  test("an order that rests leaves the public book when it is filled, and comes back when it is released", async () => {
    const bot = await Bot.open();
    const lots = async () => {
      const depth = await venue.engine.query({ type: "depth", contract: 0, limit: 1 });
      const shown = await look(venue.baseUrl, "depth?symbol=cmt_btcusdt");
      return [depth!.bids[0]?.size, shown.body.bids[0]?.[1]];
    };
    await bot.place({ price: "59900" });
    expect(await lots()).toEqual([100, "0.0100"]);
    await venue.direct(bot.name, "fill", { order: "o-1", size: "0.004" });
    expect(await lots()).not.toEqual([100, "0.0100"]);
    await venue.direct(bot.name, "release", { order: "o-1" });
    expect(await lots()).toEqual([60, "0.0060"]);
    await bot.cancel();
  });

  test("a code and a text in the forms of V2, of its batches, and of V3", async () => {
    const bot = await Bot.open();
    const rejects = () => venue.direct(bot.name, "reject", { code: -2010, text: "no more" });
    await rejects();
    expect((await bot.place()).body).toMatchObject({ code: "-2010", msg: "no more", data: null });
    await rejects();
    const batch = { symbol: ORDER.symbol, orderDataList: [{ ...ORDER, client_oid: "b" }] };
    expect((await bot.client.post("order/batchOrders", batch)).body.order_info[0]).toMatchObject({
      ...{ result: false, error_code: "-2010", error_message: "no more" },
    });
    await rejects();
    const order = { symbol: "BTCUSDT", side: "BUY", positionSide: "LONG", type: "LIMIT", timeInForce: "GTC" };
    const { status, body } = await bot.client.post("/capi/v3/order", {
      ...{ ...order, quantity: "0.01", price: "60000", newClientOrderId: "v3" },
    });
    expect([status, body]).toEqual([400, { code: -2010, msg: "no more" }]);
    await expect(venue.direct(bot.name, "cancel")).rejects.toThrow("reason");
    await expect(venue.direct(bot.name, "fill", { size: "1" })).rejects.toThrow("symbol");
    await expect(venue.direct(bot.name, "fill", { order: "none" })).rejects.toThrow("never had");
  });

  test("presets appear two seconds late", async () => {
    const bot = await Bot.open();
    await venue.direct(bot.name, "late-presets", { ms: 2_000 });
    await venue.direct(bot.name, "fill");
    await bot.place({ presetTakeProfitPrice: "70000", presetStopLossPrice: "50000" });
    const plans = async () => (await bot.client.get("order/currentPlan?symbol=cmt_btcusdt")).body.length;
    expect(await plans()).toBe(0);
    await venue.step(1_999);
    expect(await plans()).toBe(0);
    await venue.step(1);
    expect(await plans()).toBe(2);
  });
});

describe("in the client order id", () => {
  test("each word and its value, for a key that may; the id stays as it is", async () => {
    const bot = await Bot.open(["read", "futures", "direct"]);
    const of = async (client_oid: string, more: object = {}) => {
      const { status, body } = await bot.place({ client_oid, ...more });
      return status === 200 ? bot.is(encodeURIComponent(client_oid)) : `${status} ${body.code} ${body.msg}`;
    };
    expect(await of("do:fill:0.004/1")).toBe("open 0.0100 0.0060");
    expect(await of("do:fill/2")).toBe("filled 0.0100 0.0000");
    expect(await of("do:never-fill/3")).toBe("open 0.0100 0.0100");
    expect(await of("do:reject:-2010/4")).toBe("400 -2010 rejected by a directive");
    expect(await of("do:delay:2000/5")).toBe("pending 0.0100 0.0100");
    expect(await of("do:cancel:self-trade/6")).toBe("canceled 0.0100 0.0100 self-trade");
    expect(await of("do:lose-cancel/7", { price: "59900" })).toBe("open 0.0100 0.0100");
    expect((await bot.cancel("do:lose-cancel/7")).status).toBe(400);
    expect(await of("do:fill/8", { price: "90000" })).toContain("400 40015"); // refused by the market: the directive goes with it
    await bot.plan("do:trigger/9");
    expect(await bot.is("do:trigger/9")).toContain("open");
    expect((await venue.directives()).filter(({ left }) => left !== undefined)).toEqual([]);
  });

  test.each([
    ["do:fil/1", "one of reject, delay"],
    ["do:fill:x/1", "a size above 0 in whole lots, got 'x'"],
    ["do:delay/1", "a time of 1 to 86400000 ms, got ''"],
    ["do:cancel:no/1", "one of user, expired"],
    ["do:never-fill:3/1", "it takes no value, got '3'"],
    ["do:release/1", "one of reject, delay"],
    ["do:fill", "it ends with '/'"],
  ])("%s is refused: %s", async (client_oid, rule) => {
    const bot = await Bot.open(["read", "futures", "direct"]);
    const { status, body } = await bot.place({ client_oid });
    expect([status, body.code]).toEqual([400, "40020"]);
    expect(body.msg).toContain(rule);
  });

  test("over V3, orders and conditional ones", async () => {
    const bot = await Bot.open(["read", "futures", "direct"]);
    const order = { symbol: "BTCUSDT", side: "BUY", positionSide: "LONG", type: "LIMIT", timeInForce: "GTC" };
    const { body } = await bot.client.post("/capi/v3/order", {
      ...{ ...order, quantity: "0.01", price: "60000", newClientOrderId: "do:fill:0.004/v3" },
    });
    expect(body).toMatchObject({ success: true, clientOrderId: "do:fill:0.004/v3" });
    expect(await bot.is("do:fill:0.004/v3")).toBe("open 0.0100 0.0060");
    const algo = { ...order, type: "STOP", quantity: "0.01", price: "60000", triggerPrice: "66000" };
    const waits = { ...algo, clientAlgoId: "do:trigger/v3" };
    expect((await bot.client.post("/capi/v3/algoOrder", waits)).body).toMatchObject({ success: true });
    expect(await bot.is("do:trigger/v3")).toContain("open");
  });

  test("to a key without the switch it is an id like any other", async () => {
    const bot = await Bot.open();
    await bot.place({ client_oid: "do:fill/1" });
    expect(await bot.is("do:fill/1")).toBe("open 0.0100 0.0100");
    await bot.cancel("do:fill/1");
  });

  test("in a batch each order has its own, and a retried request is answered as it was", async () => {
    const bot = await Bot.open(["read", "futures", "direct"]);
    const items = ["do:fill:0.004/1", "plain", "do:reject/3"].map((client_oid) => ({
      ...ORDER,
      price: "59000",
      client_oid,
    }));
    const batch = { symbol: ORDER.symbol, orderDataList: items.map((each) => ({ ...each, price: "59900" })) };
    const request = bot.client.sign("POST", "order/batchOrders", JSON.stringify(batch));
    const answers = [];
    for (const _ of ["sent", "sent again"]) {
      const { url, headers, body, method } = request;
      answers.push(await (await fetch(url, { method, headers, body })).text());
    }
    expect(answers[1]).toBe(answers[0]);
    const results = (JSON.parse(answers[0]!) as Json).order_info.map(({ result }: Json) => result);
    expect(results).toEqual([true, true, false]);
    expect([await bot.is("do:fill:0.004/1"), await bot.is("plain")]).toEqual([
      "open 0.0100 0.0060",
      "open 0.0100 0.0100",
    ]);
  });

  test.each([
    ["in a contest", { contest: true, seed: "secret" }, {}, "not in a contest"],
    [
      "from another machine",
      { proxies: ["127.0.0.1"] },
      { "x-forwarded-for": "10.1.2.3" },
      "not from 10.1.2.3",
    ],
  ] as const)("%s it is refused", async (_, options, more, rule) => {
    const other = await venueOfTest({ ...options, prices: { btc: 60_000 } });
    const authorization = `Bearer ${other.adminToken}`;
    const asked = { account: other.accounts[0]!.name, permissions: ["futures", "direct"] };
    const created = await fetch(`${other.controlUrl}/control/keys/create`, {
      ...{ method: "POST", headers: { authorization }, body: JSON.stringify(asked) },
    });
    const client = new Client(other.baseUrl, (await created.json()) as Key);
    const order = JSON.stringify({ ...ORDER, client_oid: "do:fill/1" });
    const { url, method, headers, body } = client.sign("POST", "order/placeOrder", order);
    const answer = await fetch(url, { method, body, headers: { ...headers, ...more } });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: "40020", msg: expect.stringContaining(rule) }),
    ]);
  });
});

test("all of that is in the journal, which replays to the same state", async () => {
  await venue.settle();
  expect(await control("audit", {})).toMatchObject({ passed: true, money: "0" });
  const { digest, headSeq } = await control("status");
  await venue.stop();
  const replayed = await outcry("journal replay", join(data, "journal"), "--json");
  expect(replayed.code, replayed.stderr).toBe(0);
  expect(JSON.stringify(replayed.json())).toContain(digest);
  expect(replayed.json().commands).toBe(headSeq); // from the first one on
});
