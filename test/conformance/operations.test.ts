import { Value } from "typebox/value";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { takesBody } from "../../src/interface/wire/index.ts";
import { operations, v2Operations } from "../../src/service/gateway/index.ts";
import { accountRows } from "./operations/account.ts";
import { limit, orderRows } from "./operations/orders.ts";
import { planRows } from "./operations/plans.ts";
import { readRows } from "./operations/reads.ts";
import type { Call, Effects, Row } from "./operations/row.ts";
import { Like, Refusal } from "./operations/row.ts";
import type { Venue } from "./v2-private-venue.ts";
import { ACCOUNT, NOW, openVenue } from "./v2-private-venue.ts";

/**
 * The account and order operations of both versions against their documents, a row a call: what is asked and
 * told because of it, and every weight, field, JSON type, word, default and bound, written down a second
 * time, apart from the code that serves it.
 */

let venue: Venue;
beforeAll(async () => {
  venue = await openVenue();
});
afterAll(() => venue.stop());
afterEach(() => {
  for (const list of [venue.commands, venue.outcomes, venue.asked]) list.length = 0;
  Object.assign(venue.live, { positions: [], orders: [] });
  Object.assign(venue.past, { orders: [], fills: [], bills: [] });
});

const rows: Readonly<Record<string, readonly Row[]>> = {
  "account, settings, positions, bills": accountRows,
  orders: orderRows,
  "orders that wait": planRows,
  "what is read of orders": readRows,
};
const calls = (of: readonly Row[]) =>
  of.flatMap((row) =>
    (["v2", "v3"] as const).flatMap((version) => {
      const call = row[version];
      return call === undefined ? [] : [[`${version} ${call[0]}: ${row.shows}`, version, row, call] as const];
    }),
  );

describe.each(Object.entries(rows))("%s", (_, of) => {
  test.each(calls(of))("%s", async (_, version, { given = {}, ...row }, call) => {
    Object.assign(venue.live, given.live);
    Object.assign(venue.past, given.past);
    venue.outcomes.push(...(given.outcomes ?? []));
    await hold(version, call, { ...row, ...call[3] }, given.outcomes !== undefined);
  });
});

/** Each call is made at a time of its own, so that none is a repetition. */
let sentAt = NOW;

async function hold(version: string, call: Call, { as, tells, asks }: Effects, isScripted: boolean) {
  const [to, sent, then] = call;
  const [method, name] = to.split(" ") as ["GET" | "POST" | "DELETE", string];
  const operation = operations.find(
    (each) => each.method === method && each.path === `/capi/${version}/${name}`,
  )!;
  const query = typeof sent === "string" ? sent : new URLSearchParams(sent as never).toString();
  const { status, body } = await venue.send(method, operation.path, {
    timestamp: ++sentAt,
    ...(as && { credentials: as }),
    ...(takesBody(operation) ? { body: sent } : { query }),
  });
  if (then instanceof Refusal) {
    expect([status, body.code], JSON.stringify(body)).toEqual([then.status, then.code]);
    const msg = body.msg ?? body.message;
    if (typeof then.msg === "string") expect(msg).toBe(then.msg);
    else expect(msg).toMatch(then.msg);
  } else {
    expect(status, JSON.stringify(body)).toBe(200);
    if (then instanceof Like) expect(body).toMatchObject(then.answer);
    else expect(body).toEqual(then);
    if (as === undefined) expect([...Value.Errors(operation.response, body)]).toEqual([]);
  }
  if (tells !== undefined || !isScripted) expect(venue.commands).toEqual(tells ?? []);
  if (asks !== undefined) expect(venue.asked.at(-1)!.query).toEqual(asks);
}

test("weights of the interface document", () => {
  const weights: Readonly<Record<string, readonly [ip: number, uid: number]>> = {
    "account/getAccounts": [5, 5],
    "account/position/allPosition": [10, 15],
    "order/fills": [5, 5],
    "order/currentPlan": [3, 3],
    "account/bills": [2, 5],
    "order/cancel_batch_orders": [5, 10],
    "order/placeOrder": [2, 5],
    "order/placeTpSlOrder": [2, 5],
    "order/plan_order": [2, 5],
    "order/history": [10, 10],
    "account/getAccount": [1, 1],
    "account/assets": [5, 10],
    "account/settings": [1, 1],
    "account/leverage": [10, 20],
    "account/adjustMargin": [15, 30],
    "account/modifyAutoAppendMargin": [15, 30],
    "account/position/singlePosition": [2, 3],
    "account/position/changeHoldModel": [20, 50],
    "account/positionMode": [20, 50],
    "order/estimate": [2, 5],
    "order/amend": [2, 5],
    "order/batchOrders": [5, 10],
    "order/cancel_order": [2, 3],
    "order/detail": [2, 2],
    "order/current": [2, 2],
    "order/cancel_plan": [2, 3],
    "order/historyPlan": [5, 10],
    "order/closePositions": [40, 50],
    "order/cancelAllOrders": [40, 50],
    "order/modifyTpSlOrder": [2, 5],
    "order/uploadAiLog": [1, 1],
    "account/accounts": [5, 5],
    "account/account": [1, 1],
    "account/explain": [5, 10],
    "account/explainLiquidation": [5, 10],
    "account/equitySeries": [10, 20],
    "account/equityHistory": [5, 10],
    "account/performance": [10, 20],
    "account/position/closed": [5, 5],
    "account/messages": [1, 1],
    "account/snapshot": [15, 25],
    "account/requestLog": [2, 2],
    "account/socketTicket": [1, 1],
  };
  const served = v2Operations.filter(({ access }) => access !== "public");
  expect(
    Object.fromEntries(
      served.map(({ path, weight }) => [path.replace("/capi/v2/", ""), [weight.ip, weight.uid]]),
    ),
  ).toEqual(weights);
});

test("every order of a batch is known by a request of its own", async () => {
  const { symbol, ...item } = limit;
  const orderDataList = ["one", "two", "three"].map((client_oid) => ({ ...item, client_oid }));
  await venue.send("POST", "order/batchOrders", { body: { symbol, orderDataList } });
  const hashes = venue.commands.map((command) => (command as { requestHash: number }).requestHash);
  expect(new Set(hashes).size).toBe(3);
});

test("a log of an AI is kept", async () => {
  const entry = { stage: "Decision", model: "m", output: ["x"], explanation: "why" };
  await venue.send("POST", "order/uploadAiLog", { body: { ...entry, input: { prompt: "p", n: 1.5 } } });
  expect(venue.gateway.uploadLog.list(ACCOUNT).at(-1)).toEqual({
    account: ACCOUNT,
    time: NOW,
    orderId: "",
    ...entry,
    input: { prompt: "p", n: "1.5" },
  });
});

const versionOf = ({ headers }: { readonly headers: Headers }) =>
  Number(headers.get("outcry-account-version"));

test("a read of the live state and one of history carry what was durable", async () => {
  const version = async (path: string) => versionOf(await venue.send("GET", path));
  await version("account/getAccounts");
  const before = await version("order/fills");
  venue.publish({ type: "timeAdvanced", fields: {} });
  expect(await version("account/getAccounts")).toBe(before + 1);
  expect(await version("order/fills")).toBe(before + 1);
});

test("answers carry the account's version", async () => {
  const version = versionOf(await venue.send("POST", "order/placeOrder", { body: limit }));
  expect(version).toBeGreaterThan(100);
  expect(versionOf(await venue.send("GET", "order/history"))).toBe(version);
});
