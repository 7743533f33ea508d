import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Rejection } from "../../src/core/index.ts";
import { limitProfiles, v3Operations } from "../../src/gateway/index.ts";
import { takesBody } from "../../src/wire/index.ts";
import type { Credentials, Sent, Venue } from "./v2-private-venue.ts";
import {
  disabled,
  early,
  elsewhere,
  expired,
  frozen,
  full,
  NOW,
  ORDER,
  openVenue,
  order,
  readonly,
  spot,
} from "./v2-private-venue.ts";

/** Who may call what in V3, what is refused with which code, and what a request costs. */

let venue: Venue;
beforeAll(async () => {
  venue = await openVenue();
});
afterAll(() => venue.stop());

const BALANCE = "/capi/v3/account/balance";
const PLACE = "/capi/v3/order";
const valid = {
  symbol: "BTCUSDT",
  side: "BUY",
  positionSide: "LONG",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "0.01",
  price: "90000.5",
  newClientOrderId: "bot-1",
};
const place = (fields: object, credentials: Credentials = full) =>
  venue.send("POST", PLACE, { body: { ...valid, ...fields }, credentials });

describe("authentication", () => {
  test.each<[string, number, number, Sent]>([
    ["no key", -1040, 401, { headers: { "access-key": undefined } }],
    ["no signature", -1041, 401, { headers: { "access-sign": undefined } }],
    ["no timestamp", -1042, 401, { headers: { "access-timestamp": undefined } }],
    ["no passphrase", -1049, 401, { headers: { "access-passphrase": undefined } }],
    ["a timestamp that is none", -1043, 401, { timestamp: "soon" }],
    ["an unknown key", -1044, 401, { credentials: { ...full, apiKey: "stranger" } }],
    ["a key that has expired", -1044, 401, { credentials: expired }],
    ["a key that is not effective", -1044, 401, { credentials: early }],
    ["an old timestamp", -1046, 401, { timestamp: NOW - 31_000 }],
    ["a wrong passphrase", -1049, 401, { credentials: { ...full, passphrase: "other" } }],
    ["a wrong secret", -1047, 401, { credentials: { ...full, secret: "other" } }],
    ["an address that is not on the list", -1056, 403, { credentials: elsewhere }],
    ["a disabled key", -1051, 403, { credentials: disabled }],
  ])("%s: %i", async (_, code, status, sent) => {
    const reply = await venue.send("GET", BALANCE, sent);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(Object.keys(reply.body)).toEqual(["code", "msg"]);
  });

  test("texts that clients know", async () => {
    const text = async (sent: Sent) => (await venue.send("GET", BALANCE, sent)).body.msg;
    expect(await text({ credentials: { ...full, apiKey: "stranger" } })).toBe("Invalid ACCESS_KEY.");
    expect(await text({ credentials: { ...full, secret: "other" } })).toMatch(/^API authentication failed/);
  });

  test("a body without its content type", async () => {
    const sent = { body: valid, headers: { "content-type": "text/plain" } };
    expect((await venue.send("POST", PLACE, sent)).body.code).toBe(-1045);
  });
});

describe("permission × route", () => {
  const signed = v3Operations.filter(({ access }) => access !== "public");
  test.each(signed.map((each) => [`${each.method} ${each.path}`, each] as const))(
    "%s",
    async (_, operation) => {
      const codeOf = async (credentials: Credentials) => {
        const sent = takesBody(operation) ? { body: {} } : {};
        const { status, body } = await venue.send(operation.method, operation.path, { ...sent, credentials });
        return [status, body.code];
      };
      const reads = operation.access === "read";
      expect(await codeOf(spot)).toEqual([403, -1052]);
      if (reads) expect((await codeOf(readonly))[0]).not.toBe(403);
      else expect(await codeOf(readonly)).toEqual([403, -1052]);
      if (reads) expect((await codeOf(frozen))[0]).not.toBe(403);
      else expect(await codeOf(frozen)).toEqual([403, -1050]);
    },
  );
});

describe("codes", () => {
  test.each<[object, number, string]>([
    [{ symbol: undefined }, -1141, "Parameter 'symbol' cannot be empty."],
    [{ symbol: "" }, -1141, "Parameter 'symbol' cannot be empty."],
    [{ symbol: "cmt_btcusdt" }, -1142, "Parameter 'symbol' is invalid."],
    [{ side: "UP" }, -1117, "Parameter 'side' is invalid. one of BUY, SELL"],
    [{ positionSide: "BOTH" }, -1142, "Parameter 'positionSide' is invalid. one of LONG, SHORT"],
    [{ type: "STOP" }, -1116, "Parameter 'type' is invalid. one of LIMIT, MARKET"],
    [{ timeInForce: "DAY" }, -1115, "Parameter 'timeInForce' is invalid. one of GTC, POST_ONLY, FOK, IOC"],
    [{ timeInForce: undefined }, -1141, "Parameter 'timeInForce' cannot be empty."],
    [{ price: undefined }, -1141, "Parameter 'price' cannot be empty."],
    [{ quantity: "-1" }, -1142, "Parameter 'quantity' is invalid. it must be above 0"],
    [{ newClientOrderId: undefined }, -1141, "Parameter 'newClientOrderId' cannot be empty."],
    [{ newClientOrderId: "a b" }, -1180, "at most 36 letters"],
    [{ newClientOrderId: "a".repeat(37) }, -1180, "at most 36 letters"],
    [{ reduceOnly: true }, -1128, "side and positionSide open a position"],
    [{ timeInForce: "IOC", postOnly: true }, -1128, "postOnly"],
    [{ tpTriggerPrice: "99000", side: "SELL" }, -1128, "only to orders that open"],
    [
      { slTriggerPrice: "80000", side: "SELL", SlWorkingType: "MARK_PRICE" },
      -1128,
      "only to orders that open",
    ],
    [{ tpTriggerPrice: "99000", TpWorkingType: "INDEX" }, -1142, "Parameter 'TpWorkingType' is invalid."],
  ])("placing with %j: %i", async (fields, code, text) => {
    const reply = await place(fields);
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    expect(reply.body.msg).toContain(text);
  });

  test("a quantity off the grid names the step", async () => {
    const reply = await place({ quantity: "0.00001" });
    expect([reply.status, reply.body.code]).toEqual([400, -1054]);
    expect(reply.body.msg).toMatch(/^INVALID_ARGUMENT: quantity must be .* stepSize '0.0001'/);
  });

  test.each<[Rejection, number, number, RegExp]>([
    [
      { type: "marginInsufficient", needed: 2n, available: 1n },
      400,
      -1054,
      /^FAILED_PRECONDITION: available amount not enough/,
    ],
    [{ type: "sizeTooLarge", size: 2, max: 1 }, 400, -3007, /^quantity '0.0002' is above the maximum/],
    [{ type: "clientIdLive", order: ORDER }, 400, -1180, /^duplicate client order id/],
    [{ type: "contractNotTradable", status: 0, apiTradable: false }, 403, -3235, /API trading/],
    [{ type: "positionMissing", leg: 0 }, 400, -1054, /separated mode/],
    [{ type: "workPending" }, 503, 503, /busy/],
  ])("a refusal of the market, case %#", async (rejection, status, code, text) => {
    venue.outcomes.push({ rejection });
    const reply = await place({ newClientOrderId: `r-${code}-${rejection.type}` });
    expect(reply.status).toBe(status);
    if (status === 503) {
      // What the server in front would say: no code, and the client may try again.
      expect(reply.body).toEqual({
        timestamp: NOW,
        status,
        error: "Service Unavailable",
        path: PLACE,
        message: expect.stringMatching(text),
      });
      return;
    }
    expect(reply.body).toEqual({ code, msg: expect.stringMatching(text) });
  });

  test("leverage above the maximum", async () => {
    venue.outcomes.push({
      rejection: { type: "leverageOutOfRange", field: "cross", leverage: 50_000, min: 100, max: 20_000 },
    });
    const body = { symbol: "BTCUSDT", crossLeverage: 500 };
    expect((await venue.send("POST", "/capi/v3/account/leverage", { body })).body.code).toBe(-3313);
    const fine = { symbol: "BTCUSDT", crossLeverage: "1.555" };
    expect((await venue.send("POST", "/capi/v3/account/leverage", { body: fine })).body.code).toBe(-1160);
  });

  test("orders that do not exist, times that do not fit, bodies that are none", async () => {
    const get = async (path: string, query: string) => (await venue.send("GET", path, { query })).body;
    expect(await get(PLACE, "orderId=7")).toEqual({ code: -3200, msg: "Order does not exist." });
    expect((await get(PLACE, "")).msg).toBe("Either orderId or origClientOrderId must be sent.");
    const history = "/capi/v3/order/history";
    expect((await get(history, `startTime=${NOW}&endTime=${NOW - 1}`)).code).toBe(-1171);
    expect((await get(history, `startTime=${NOW - 91 * 86_400_000}`)).code).toBe(-1170);
    expect((await get("/capi/v3/userTrades", `startTime=${NOW - 8 * 86_400_000}`)).code).toBe(-1170);
    const old = NOW - 366 * 86_400_000;
    expect((await get("/capi/v3/userTrades", `startTime=${old}&endTime=${old + 1}`)).code).toBe(-1170);
    const income = (body: object | string) => venue.send("POST", "/capi/v3/account/income", { body });
    expect((await income({ startTime: NOW })).body.msg).toBe("Parameter 'endTime' cannot be empty.");
    expect((await income("{")).body.code).toBe(-1135);
    venue.outcomes.push({ rejection: { type: "orderNotFound", order: 7 } });
    const canceled = await venue.send("DELETE", PLACE, { query: "orderId=7" });
    expect([canceled.status, canceled.body]).toEqual([400, { code: -3200, msg: "Order does not exist." }]);
  });
});

describe("what comes to no operation", () => {
  test("an unknown path", async () => {
    const { status, body } = await venue.send("GET", "/capi/v3/nothing", { query: "a=1" });
    expect(status).toBe(404);
    expect(body).toEqual({ timestamp: NOW, status: 404, error: "Not Found", path: "/capi/v3/nothing" });
  });

  test("a wrong method", async () => {
    const { status, body, headers } = await venue.send("GET", "/capi/v3/closePositions");
    expect([status, body.code, headers.get("allow")]).toEqual([405, -1150, "POST, OPTIONS"]);
  });

  test("a body that is too large", async () => {
    const { status, body } = await venue.send("POST", PLACE, { body: `"${"x".repeat(70_000)}"` });
    expect([status, body.error, body.path]).toEqual([413, "Payload Too Large", PLACE]);
  });
});

describe("how clients send", () => {
  test("a DELETE with a content type and no body; with a body; with an escaped query", async () => {
    const headers = { "content-type": "application/json" };
    const one = await venue.send("DELETE", PLACE, { query: `orderId=${ORDER}`, headers });
    expect(one.body).toEqual({
      orderId: String(ORDER),
      origClientOrderId: "",
      success: true,
      errorCode: "",
      errorMessage: "",
    });
    venue.outcomes.push({}, { rejection: { type: "orderNotFound", order: 9 } });
    const body = { orderIdList: [String(ORDER), "9"] };
    expect((await venue.send("DELETE", "/capi/v3/batchOrders", { body })).body).toEqual([
      { orderId: String(ORDER), origClientOrderId: "", success: true, errorCode: "", errorMessage: "" },
      {
        orderId: "9",
        origClientOrderId: "",
        success: false,
        errorCode: "ORDER_NOT_FOUND",
        errorMessage: "orderId not exist",
      },
    ]);
    venue.commands.length = 0;
    await venue.send("DELETE", PLACE, { query: "origClientOrderId=a%3Ab%2Fc.d_e" });
    expect(venue.commands).toMatchObject([{ type: "cancelOrder", order: 0, clientId: "a:b/c.d_e" }]);
  });

  test("a placement, and what it becomes", async () => {
    venue.commands.length = 0;
    const more = { postOnly: true, tpTriggerPrice: 99_000.5, slTriggerPrice: "0", unknown: [1] };
    const { body } = await place({ ...more, newClientOrderId: "bot-77" });
    expect(body).toEqual({
      orderId: String(ORDER),
      clientOrderId: "bot-77",
      success: true,
      errorCode: "",
      errorMessage: "",
    });
    expect(venue.commands).toMatchObject([
      {
        type: "placeOrder",
        action: 1,
        timeInForce: 1,
        market: false,
        price: 900_005,
        size: 100,
        marginMode: 0,
        separatedMode: 0,
        presetTakeProfit: 990_005,
        presetStopLoss: 0,
        closeCapped: true,
        clientId: "bot-77",
      },
    ]);
  });

  test("a page of orders: only greater ids", async () => {
    venue.live.orders = [order, { ...order, order: ORDER + 10 }];
    const query = `orderId=${ORDER}`;
    const { body } = await venue.send("GET", "/capi/v3/openOrders", { query });
    expect(body.map(({ orderId }: { orderId: number }) => orderId)).toEqual([ORDER + 10]);
    venue.live.orders = [];
  });
});

describe("limits", () => {
  test("weights are V3's own, and every answer says what is used of them", async () => {
    const limited = await openVenue({ limits: limitProfiles.seed });
    const used = ({ headers }: { headers: Headers }) => [
      headers.get("x-used-weight-10s"),
      headers.get("x-remaining-weight-10s"),
    ];
    try {
      const first = await limited.send("GET", BALANCE);
      expect(used(first)).toEqual(["10", "490"]);
      // V2 has its own budget.
      await limited.send("GET", "account/assets");
      expect(used(await limited.send("GET", BALANCE))).toEqual(["20", "480"]);
      for (let taken = 2; taken < 50; taken++) await limited.send("GET", BALANCE);
      const over = await limited.send("GET", BALANCE);
      expect(over.status).toBe(429);
      expect(over.body).toEqual({
        timestamp: NOW,
        status: 429,
        error: "Too Many Requests",
        path: BALANCE,
        message: expect.stringContaining("Rate limit exceeded: V3 UID weight 500 of 500 in 10 s"),
      });
      expect(over.headers.get("retry-after")).toBe("10");
      expect((await limited.send("GET", "account/assets")).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });

  test("orders have no weight and are counted: one each, five for a batch, 300 a minute", async () => {
    const limited = await openVenue({ limits: limitProfiles.seed });
    const send = (path: string, body: object) => limited.send("POST", path, { body });
    const count = ({ headers }: { headers: Headers }) => headers.get("x-order-count-1m");
    try {
      const one = await send(PLACE, valid);
      expect([count(one), one.headers.get("x-used-weight-10s")]).toEqual(["1", "0"]);
      expect(count(await send("/capi/v3/batchOrders", { batchOrders: [valid] }))).toBe("6");
      for (let n = 1; n < 59; n++) await send("/capi/v3/batchOrders", { batchOrders: [valid], n });
      expect(count(await send(PLACE, { ...valid, newClientOrderId: "c-1" }))).toBe("297");
      expect((await send("/capi/v3/batchOrders", { batchOrders: [valid], n: "last" })).status).toBe(429);
      expect((await send(PLACE, { ...valid, newClientOrderId: "c-2" })).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});
