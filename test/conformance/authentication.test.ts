import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import type { ErrorName } from "../../src/interface/wire/index.ts";
import { fapi, takesBody, v2, v3 } from "../../src/interface/wire/index.ts";
import { FIRST_USER_ACCOUNT, PERMIT_FUTURES, PERMIT_READ, PERMIT_SPOT } from "../../src/kernel/core/index.ts";
import { operations } from "../../src/service/gateway/index.ts";
import type { Operation } from "../../src/service/gateway/operation.ts";
import type { Signed } from "../venue/client.ts";
import { type Client, send } from "../venue/client.ts";
import { control } from "../venue/control.ts";
import { holder, MASTER_KEY } from "./key-holders.ts";

/**
 * Who may do what: every operation against every kind of key and every way to forge a request. A new route is
 * in it.
 */

const ALICE = FIRST_USER_ACCOUNT;
const BOB = ALICE + 1;
const BTC = "cmt_btcusdt";
const signed = operations.filter(({ access }) => access !== "public");
const rows = signed.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);
const order = { symbol: BTC, size: "0.01", type: "1", order_type: "0", match_price: "0", price: "59000" };

let venue: Venue;
let bob: Client;
const holders: Record<string, Client> = {};

beforeAll(async () => {
  venue = await startVenue({ prices: { btc: 60_000 }, masterKey: MASTER_KEY });
  bob = await holder(venue, "bob", BOB);
  const now = venue.clock.now();
  const given = {
    full: {},
    readonly: { permissions: PERMIT_READ },
    futures: { permissions: PERMIT_FUTURES },
    spot: { permissions: PERMIT_SPOT },
    readSpot: { permissions: PERMIT_READ | PERMIT_SPOT },
    elsewhere: { addresses: "10.0.0.0/8,::/0" },
    early: { activeFrom: now + 1 },
    expired: { expires: now },
    revoked: {},
  };
  for (const [name, spec] of Object.entries(given)) holders[name] = await holder(venue, name, ALICE, spec);
  await control(venue, "keys/disable", { apiKey: "revoked" });
});
afterAll(async () => {
  venue.engine.audit();
  await venue.stop();
});

/** The code that a version has for an error. */
const codeIn = ({ api }: Operation, kind: ErrorName) =>
  String({ V2: v2, V3: v3, fapi }[api.name].errors[kind].code);
const codeOf = async (request: Signed): Promise<string> => {
  const { status, body } = await send(request);
  const code = status === 200 ? "ok" : String(body?.code);
  if (code === "40022" || code === "-1052") expect(status).toBe(403);
  return code;
};
const call = (who: Client, operation: Operation) =>
  codeOf(who.sign(operation.method, operation.path, takesBody(operation) ? '{"x":1}' : ""));

describe("permission × route", () => {
  test.each(rows)("%s", async (_, operation) => {
    const { access } = operation;
    const denied = codeIn(operation, access === "place" ? "placementForbidden" : "permissionInsufficient");
    const isRead = access === "read";
    const codes: Record<string, string> = {};
    for (const name of Object.keys(holders)) codes[name] = await call(holders[name]!, operation);
    expect(codes).toMatchObject({
      spot: denied,
      elsewhere: codeIn(operation, "addressRefused"),
      early: codeIn(operation, "keyUnknown"),
      expired: codeIn(operation, "keyUnknown"),
      revoked: codeIn(operation, "apiRestricted"),
    });
    for (const name of ["readonly", "readSpot"]) {
      if (isRead) expect(codes[name], name).not.toBe(denied);
      else expect(codes[name], name).toBe(denied);
    }
    for (const name of ["full", "futures"]) expect(["40022", "-1052"], name).not.toContain(codes[name]);
  });
});

describe("forgery × route", () => {
  test.each(rows)("%s", async (_, operation) => {
    const who = holders.full!;
    const body = takesBody(operation) ? '{"x":1}' : "";
    const at = (ms: number) => who.sign(operation.method, operation.path, body, Date.now() + ms);
    // Signed when it is sent: its time is looked at first.
    const forged = (): readonly (readonly [string, Signed, ErrorName])[] => {
      const genuine = who.sign(operation.method, operation.path, body);
      const changed = (headers: object): Signed => ({
        ...genuine,
        headers: { ...genuine.headers, ...headers },
      });
      const sign = genuine.headers["ACCESS-SIGN"]!;
      const hex = Buffer.from(sign, "base64").toString("hex");
      const flipped = sign.replace(/^./, (first) => (first === "A" ? "B" : "A"));
      return [
        ["first byte of the signature", changed({ "ACCESS-SIGN": flipped }), "signatureWrong"],
        ["signature in hex", changed({ "ACCESS-SIGN": hex }), "signatureWrong"],
        ["signature cut", changed({ "ACCESS-SIGN": sign.slice(0, 40) }), "signatureWrong"],
        [
          "timestamp moved by 1 ms",
          changed({ "ACCESS-TIMESTAMP": String(Number(genuine.headers["ACCESS-TIMESTAMP"]) + 1) }),
          "signatureWrong",
        ],
        ["more than 30 s late", at(-30_500), "timestampExpired"],
        ["more than 30 s early", at(300_000), "timestampExpired"],
        ["another key's name", changed({ "ACCESS-KEY": "bob" }), "signatureWrong"],
        ["an unknown key", changed({ "ACCESS-KEY": "nobody" }), "keyUnknown"],
        ["a wrong passphrase", changed({ "ACCESS-PASSPHRASE": "pasS" }), "passphraseWrong"],
        ["an empty passphrase", changed({ "ACCESS-PASSPHRASE": "" }), "passphraseMissing"],
        ["another query", { ...genuine, url: `${genuine.url}?x=1` }, "signatureWrong"],
        ["signed with the passphrase", resigned(genuine, "pass"), "signatureWrong"],
        ...(takesBody(operation)
          ? ([["another body", { ...genuine, body: '{"x":2}' }, "signatureWrong"]] as const)
          : []),
      ];
    };
    const forging = operation.api.name === "fapi" ? () => forgedInQuery(who, operation) : forged;
    for (let i = 0; i < forging().length; i++) {
      const [what, request, kind] = forging()[i]!;
      expect(await codeOf(request), what).toBe(codeIn(operation, kind));
    }
  });

  /** Of a request whose signature is a parameter; of one that needs none, what forges the name of its key. */
  function forgedInQuery(
    who: Client,
    { method, path, keyOnly }: Operation,
  ): readonly (readonly [string, Signed, ErrorName])[] {
    // Stamped by the clock: a client counts on by a millisecond, after thousands more than a second ahead.
    const genuine = who.sign(method, path, "", Date.now());
    const asked = (from: RegExp, to: string): Signed => ({ ...genuine, url: genuine.url.replace(from, to) });
    const named = (apiKey: string): Signed => ({ ...genuine, headers: { "X-MBX-APIKEY": apiKey } });
    const keys = [
      ["no key", { ...genuine, headers: {} }, "keyMissing"],
      ["an unknown key", named("nobody"), "keyUnknown"],
    ] as const;
    if (keyOnly) return keys;
    const flip = genuine.url.replace(/signature=(.)/, (_, digit) => `signature=${digit === "a" ? "b" : "a"}`);
    const at = (ms: number) => who.sign(method, path, "", Date.now() + ms);
    return [
      ...keys,
      ["another key's name", named("bob"), "signatureWrong"],
      ["first digit of the signature", { ...genuine, url: flip }, "signatureWrong"],
      ["signature cut", asked(/.$/, ""), "signatureWrong"],
      ["no signature", asked(/&signature=.*/, ""), "signMissing"],
      ["no timestamp", asked(/timestamp=\d+&/, ""), "timestampMissing"],
      ["timestamp moved", asked(/timestamp=(\d+)/, "timestamp=0$1"), "timestampMissing"],
      ["another query", asked(/&signature/, "&x=1&signature"), "signatureWrong"],
      ...(method === "GET" ? [] : [["another body", { ...genuine, body: "x=1" }, "signatureWrong"] as const]),
      ["more than its window late", at(-30_500), "timestampExpired"],
      ["more than a second early", at(300_000), "timestampExpired"],
    ];
  }

  function resigned(request: Signed, secret: string): Signed {
    const path = request.url.replace(/^http:\/\/[^/]*/, "");
    const text = `${request.headers["ACCESS-TIMESTAMP"]}${request.method}${path}${request.body}`;
    const sign = createHmac("sha256", secret).update(text).digest("base64");
    return { ...request, headers: { ...request.headers, "ACCESS-SIGN": sign } };
  }
});

describe("replay", () => {
  test("a captured placement sent again is the same order; of another route or body it is nothing", async () => {
    const who = holders.full!;
    const before = (await who.get("order/current")).body.length;
    const captured = who.sign("POST", "order/placeOrder", JSON.stringify(order));
    const first = await send(captured);
    expect((await send(captured)).text).toBe(first.text);
    expect((await who.get("order/current")).body).toHaveLength(before + 1);
    for (const path of ["order/plan_order", "order/batchOrders", "order/closePositions"]) {
      const moved = { ...captured, url: `${venue.baseUrl}/capi/v2/${path}` };
      expect(await codeOf(moved), path).toBe("40009");
    }
    await who.post("order/cancelAllOrders");
  });
});

describe("ids of another account", () => {
  test("read nothing, change nothing, and look like ids that do not exist", async () => {
    const alice = holders.full!;
    await alice.post("account/position/changeHoldModel", { symbol: "cmt_ethusdt", marginMode: 3 });
    const placed = async (path: string, body: object) => (await alice.post(path, body)).body.order_id;
    const resting = await placed("order/placeOrder", { ...order, client_oid: "alices-own" });
    const waiting = await placed("order/plan_order", {
      symbol: BTC,
      size: "0.01",
      type: "1",
      match_type: "1",
      trigger_price: "59000",
    });
    await bob.post("order/placeOrder", { ...order, type: "2", price: "60000" });
    const filled = await placed("order/placeOrder", { ...order, price: "60000" });
    const [position] = (await alice.get("account/position/allPosition")).body;
    const before =
      (await alice.get("account/getAccounts")).text + (await alice.get("order/currentPlan")).text;
    const unknown = "1000000000999999";
    const pairs: readonly (readonly [(id: string) => Promise<{ text: string }>, readonly string[]])[] = [
      [(id) => bob.get(`order/detail?orderId=${id}`), [resting, waiting, filled]],
      [(id) => bob.get(`order/fills?orderId=${id}`), [filled]],
      [(id) => bob.get(`order/current?orderId=${id}`), [resting]],
      [(id) => bob.get(`order/currentPlan?orderId=${id}`), [waiting]],
      [(id) => bob.post("order/cancel_order", { orderId: id }), [resting, waiting, filled]],
      [(id) => bob.post("order/cancel_order", { clientOid: id }), ["alices-own", resting]],
      [(id) => bob.post("order/cancel_plan", { orderId: id }), [waiting]],
      [(id) => bob.post("order/cancel_batch_orders", { ids: [id] }), [resting, waiting]],
      [(id) => bob.post("order/cancel_batch_orders", { cids: [id] }), ["alices-own"]],
      [(id) => bob.post("order/amend", { orderId: id, price: "1" }), [resting, waiting]],
      [(id) => bob.post("order/modifyTpSlOrder", { orderId: id, triggerPrice: "61000" }), [waiting]],
      [
        (id) => bob.post("account/adjustMargin", { isolatedPositionId: id, collateralAmount: "1" }),
        [String(position.id)],
      ],
      [
        (id) => bob.post("account/modifyAutoAppendMargin", { positionId: id, autoAppendMargin: true }),
        [String(position.id)],
      ],
      [(id) => bob.get(`/capi/v3/order?orderId=${id}`), [resting, waiting, filled]],
      [(id) => bob.get(`/capi/v3/order?origClientOrderId=${id}`), ["alices-own"]],
      [(id) => bob.get(`/capi/v3/userTrades?orderId=${id}`), [filled]],
      [(id) => bob.delete(`/capi/v3/order?orderId=${id}`), [resting, waiting, filled]],
      [(id) => bob.delete(`/capi/v3/order?origClientOrderId=${id}`), ["alices-own", resting]],
      [(id) => bob.delete("/capi/v3/batchOrders", { orderIdList: [id] }), [resting, waiting]],
      [(id) => bob.delete(`/capi/v3/algoOrder?orderId=${id}`), [waiting]],
      [(id) => bob.post("/capi/v3/modifyTpSlOrder", { orderId: id, triggerPrice: "61000" }), [waiting]],
      [(id) => bob.post("/capi/v3/closePositions", { positionId: id }), [String(position.id)]],
      [
        (id) => bob.post("/capi/v3/account/positionMargin", { isolatedPositionId: id, amount: "1", type: 1 }),
        [String(position.id)],
      ],
    ];
    for (const [ask, ids] of pairs) {
      const nothing = (await ask(unknown)).text.replaceAll(unknown, "ID");
      for (const id of ids) expect((await ask(id)).text.replaceAll(id, "ID")).toBe(nothing);
    }
    const after = (await alice.get("account/getAccounts")).text + (await alice.get("order/currentPlan")).text;
    expect(after).toBe(before);
    expect((await alice.get(`order/detail?orderId=${resting}`)).body.status).toBe("open");
    expect((await bob.get("account/requestLog")).text).not.toContain('"key":"full"');
  });
});
