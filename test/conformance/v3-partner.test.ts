import { Value } from "typebox/value";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { operations } from "../../src/service/gateway/operations.ts";
import { tellInOrder } from "../inOrder.ts";
import { Client } from "../venue/client.ts";
import { keyed } from "./traders.ts";

/**
 * The partner family over HTTP: an agent, a sub-agent, one whom that brought; their trades, and the rebates
 * of them.
 */

const AFFILIATE = "/api/v3/rebate/affiliate";
const AGENCY = "/api/v3/agency";
const DAY_MS = 86_400_000;
const FUTURES = "productType=FUTURES";

let venue: Venue;
const clients: Record<string, Client> = {};
const ids: Record<string, number> = {};
let now = 0;

tellInOrder();
beforeAll(async () => {
  const accounts = keyed("agent", "sub", "user", "other");
  venue = await startVenue({ prices: { btc: 60_000 }, seed: 1, accounts });
  for (const key of accounts) clients[key.name] = new Client(venue.baseUrl, key);
  for (const { account, name } of await venue.engine.query({ type: "accounts" })) ids[name] = account;
  await trade("other", "user", "0.005"); // before the referral: counts for nobody
  await refer("sub", "agent", 20_000_000);
  await refer("user", "sub", 50_000_000);
  await trade("other", "sub", "0.01"); // sub is taker of 600
  await trade("sub", "user", "0.02"); // sub is maker of 1200, user taker
  await venue.engine.submit({ type: "payRebates", account: ids["sub"]! });
  await venue.engine.submit({ type: "payRebates", account: ids["user"]! });
  now = venue.clock.now();
});
afterAll(async () => {
  await venue.settle();
  venue.engine.audit();
  await venue.stop();
});

async function refer(account: string, agent: string, rebateRate: number): Promise<void> {
  const command = { type: "setReferral", account: ids[account]!, agent: ids[agent]!, rebateRate } as const;
  expect((await venue.engine.submit(command)).rejection).toBeUndefined();
}

let count = 0;
async function trade(maker: string, taker: string, quantity: string): Promise<void> {
  const order = { symbol: "BTCUSDT", type: "LIMIT", timeInForce: "GTC", quantity, price: "60000" };
  for (const [who, sides] of [
    [maker, { side: "SELL", positionSide: "SHORT" }],
    [taker, { side: "BUY", positionSide: "LONG" }],
  ] as const) {
    const newClientOrderId = `partner-${++count}`;
    const placed = await clients[who]!.post("/capi/v3/order", { ...order, ...sides, newClientOrderId });
    expect(placed.status, placed.text).toBe(200);
  }
}

/** Asks and checks that the answer has the shape that its operation declares. */
async function ask(who: string, path: string, query = "", body?: object) {
  const reply = await (body === undefined
    ? clients[who]!.get(query === "" ? path : `${path}?${query}`)
    : clients[who]!.post(path, body));
  const operation = operations.find((each) => each.path === path)!;
  if (reply.status === 200) expect([...Value.Errors(operation.response, reply.body)]).toEqual([]);
  return reply;
}
const read = async (...asked: Parameters<typeof ask>) => {
  const reply = await ask(...asked);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

describe("what an agent sees", () => {
  test("those it brought, and nobody else", async () => {
    const mine = await read("agent", `${AFFILIATE}/getAffiliateUIDs`);
    expect(mine).toMatchObject({
      channelUserInfoItemList: [{ uid: String(ids["sub"]), kycResult: false, inviteCode: "" }],
      pages: 1,
      pageSize: 100,
      total: 1,
    });
    const [sub] = mine.channelUserInfoItemList;
    expect([sub.firstTrade > 0, sub.lastTrade >= sub.firstTrade, sub.firstDeposit > 0]).toEqual([
      true,
      true,
      true,
    ]);
    expect((await read("agent", `${AFFILIATE}/getAffiliateUIDs`, `uid=${ids["user"]}`)).total).toBe(0);
    expect((await read("user", `${AFFILIATE}/getAffiliateUIDs`)).total).toBe(0);
    const named = [ids["sub"], ids["user"], ids["agent"], 999].join(",");
    expect(await read("agent", `${AGENCY}/verifyReferrals`, `userIds=${named}`)).toEqual([
      { uid: ids["sub"], isRefferal: true },
      { uid: ids["user"], isRefferal: false },
      { uid: ids["agent"], isRefferal: false },
      { uid: 999, isRefferal: false },
    ]);
  });

  test("what they traded, moved, and what it had of it", async () => {
    const { rows } = await venue.history.fills({ account: ids["sub"]!, limit: 10 });
    const fees = rows.reduce((sum, { fee }) => sum + fee, 0n);
    const { rows: rebates } = await venue.history.rebates({ agents: [ids["agent"]!], limit: 10 });
    expect(rebates).toMatchObject([{ account: ids["sub"], fees, amount: (fees * 20n) / 100n }]);
    const { records } = await read("agent", `${AFFILIATE}/getChannelUserTradeAndAsset`);
    expect(records).toEqual([
      {
        uid: String(ids["sub"]),
        depositAmount: "100000",
        withdrawalAmount: "0",
        spotTradingAmount: "0",
        futuresTradingAmount: "1800",
        commission: (await commissions("agent"))[0].commission,
      },
    ]);
    const day = new Date(now).toISOString().slice(0, 10);
    expect(await read("agent", `${AGENCY}/getDealData`, `startTime=${day}&endTime=${day}`)).toEqual({
      data: [
        {
          userId: ids["sub"],
          spotDealAmountUsdt: "0",
          futuresProDealAmountUsdt: "1800",
          spotProDealAmountUsdtTemp: "0",
        },
      ],
      startTime: day,
      endTime: day,
    });
    expect((await read("agent", `${AGENCY}/getDealData`, `userIds=${ids["user"]}`)).data).toEqual([]);
    expect(await read("agent", `${AGENCY}/getAssert`, `userId=${ids["sub"]}`)).toMatchObject({
      depositTotalAmount: "100000",
      depositList: [{ coin: "USDT", amount: "100000" }],
    });
  });

  const commissions = async (who: string, query = FUTURES) =>
    (await read(who, `${AFFILIATE}/getAffiliateCommission`, query)).channelCommissionInfoItems;

  test("its rebates, and those of its sub-agents", async () => {
    expect(await commissions("agent")).toMatchObject([
      {
        uid: ids["sub"],
        coin: "USDT",
        rate: "0.2",
        productType: "FUTURES",
        symbol: "",
        sourceType: 2,
        takerAmount: "600",
        makerAmount: "1200",
      },
    ]);
    expect(await commissions("sub")).toMatchObject([
      {
        uid: ids["user"],
        rate: "0.5",
        sourceType: 1,
        fee: "0.72",
        commission: "0.36",
        takerAmount: "1200",
        makerAmount: "0",
      },
    ]);
    for (const query of ["", "productType=SPOT", `${FUTURES}&coin=BTC`, `${FUTURES}&uid=${ids["user"]}`])
      expect(await commissions("agent", query), query).toEqual([]);
    const path = `${AFFILIATE}/querySubChannelTransactions`;
    const body = { productType: "FUTURES" };
    expect(await read("agent", path, "", body)).toMatchObject({
      records: [
        {
          subAffiliateUid: String(ids["sub"]),
          tradingVolume: "1200",
          netTradingFee: "0.36",
          paidCommission: "0.36",
        },
      ],
      total: 1,
      size: 100,
      current: 1,
      pages: 1,
    });
    expect((await read("agent", path, "", { ...body, pageNum: 2 })).records).toEqual([]);
    expect((await read("agent", path, "", { productType: "SPOT" })).total).toBe(0);
    expect((await read("sub", path, "", body)).total).toBe(0);
  });

  test("a rebate as a transfer among its bills", async () => {
    const { items } = await read("sub", "/capi/v3/account/income", "", { incomeType: "transfer_in" });
    expect(items).toMatchObject([{ income: "0.36", transferReason: "UNKNOWN_TRANSFER_REASON" }]);
  });
});

describe("what is refused", () => {
  const uids = `${AFFILIATE}/getAffiliateUIDs`;
  const refused = async (path: string, query: string) => {
    const { status, body } = await ask("agent", path, query);
    return [status, body.code];
  };

  test("periods too long, too old or reversed", async () => {
    const span = (from: number, to: number) => `startTime=${now + from}&endTime=${now + to}`;
    expect((await ask("agent", uids, span(-90 * DAY_MS, 0))).status).toBe(200);
    expect(await refused(uids, span(-90 * DAY_MS - 1, 0))).toEqual([400, -1170]);
    const commission = `${AFFILIATE}/getAffiliateCommission`;
    expect((await ask("agent", commission, span(-92 * DAY_MS, 0))).status).toBe(200);
    expect(await refused(commission, span(-92 * DAY_MS - 1, 0))).toEqual([400, -1170]);
    expect(await refused(uids, span(-366 * DAY_MS, -300 * DAY_MS))).toEqual([400, -1170]);
    expect((await ask("agent", uids, span(-364 * DAY_MS, -300 * DAY_MS))).status).toBe(200);
    expect(await refused(uids, span(0, -1))).toEqual([400, -1171]);
    const days = (from: number, to: number) =>
      [from, to].map((each) => new Date(now + each * DAY_MS).toISOString().slice(0, 10));
    const dealt = ([from, to]: readonly string[]) =>
      ask("agent", `${AGENCY}/getDealData`, `startTime=${from}&endTime=${to}`);
    expect((await dealt(days(-89, 0))).status).toBe(200);
    expect((await dealt(days(-90, 0))).body.code).toBe(-1170);
    expect((await dealt(days(0, -1))).body.code).toBe(-1171);
  });

  test("values that mean nothing", async () => {
    for (const [path, query] of [
      [uids, "uid=x"],
      [uids, "page=0"],
      [uids, "pageSize=101"],
      [`${AFFILIATE}/getAffiliateCommission`, "productType=MARGIN"],
      [`${AGENCY}/verifyReferrals`, "userIds=1,x"],
      [`${AGENCY}/verifyReferrals`, `userIds=${Array(101).fill(1).join(",")}`],
      [`${AGENCY}/getAssert`, `userId=${ids["user"]}`],
      [`${AGENCY}/getDealData`, "startTime=2026-02-30"],
      [`${AGENCY}/getDealData`, "startTime=1767225600000"],
    ] as const)
      expect(await refused(path, query), `${path}?${query}`).toEqual([400, -1142]);
    expect(await refused(`${AGENCY}/verifyReferrals`, "")).toEqual([400, -1141]);
    const missing = await clients["agent"]!.post(`${AFFILIATE}/querySubChannelTransactions`, {});
    expect(missing.body.code).toBe(-1141);
    expect((await clients["agent"]!.get(`${AFFILIATE}/getInternalWithdrawalStatus`)).status).toBe(404);
  });
});
