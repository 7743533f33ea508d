import { afterAll, beforeAll, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { V2Client } from "../../src/interface/client/index.ts";
import { Client, look } from "../venue/client.ts";
import { operate } from "../venue/control.ts";

/**
 * An account is worth one figure: shared and isolated positions together, at mark. Everything that shows its
 * equity shows that one, and wallet + unrealized is it.
 */

const limit = { order_type: "0", match_price: "0" } as const;
const [BTC, ETH] = ["cmt_btcusdt", "cmt_ethusdt"];

let venue: Venue;
let real: V2Client;
let paper: V2Client;
let maker: V2Client;
let signed: Client;
beforeAll(async () => {
  venue = await startVenue({
    prices: { btc: 60_000, eth: 3_000 },
    accounts: [{ name: "alice" }, { name: "maker", balance: "10000000" }],
    leaderboard: "public",
  });
  const { baseUrl } = venue;
  const [alice, other] = venue.accounts;
  real = new V2Client({ baseUrl, credentials: alice!, limits: "off" });
  paper = new V2Client({ baseUrl, credentials: alice!, limits: "off", paper: true });
  maker = new V2Client({ baseUrl, credentials: other!, limits: "off" });
  signed = new Client(baseUrl, alice!);
  for (const [symbol, price, type] of [
    [BTC, "60000", "2"],
    [ETH, "3000", "1"],
  ] as const)
    await maker.orders.place({ ...limit, symbol, type, price, size: "20" });
  // A long of the shared margin, an isolated short beside it; on paper an isolated long alone.
  for (const client of [real, paper]) {
    const [isolated, shared] = client === real ? [ETH, BTC] : [BTC, undefined];
    await client.positions.setMode({ symbol: isolated!, marginMode: 3 });
    if (shared !== undefined)
      await client.orders.place({ ...limit, symbol: shared, type: "1", price: "60000", size: "0.1" });
    const [type, price] = isolated === ETH ? (["2", "3000"] as const) : (["1", "60000"] as const);
    await client.orders.place({ ...limit, symbol: isolated!, type, price, size: "0.5", marginMode: 3 });
  }
  await venue.price(BTC, "60600");
  await venue.price(ETH, "2970");
  await venue.step(3 * 60_000);
  await venue.settle();
});
afterAll(async () => {
  for (const each of [real, paper, maker]) each.close();
  await venue.stop();
});

interface Worth {
  readonly equity: string;
  readonly wallet: string;
  readonly unrealized: string;
}

/** What entries say, position by position: the sum by hand. */
async function byHand(client: V2Client): Promise<number> {
  const { entries } = await client.account.explain();
  const parts = entries.map(({ numbers }) => Number(numbers.find(({ name }) => name === "equity")!.value));
  expect(parts.length).toBeGreaterThan(1);
  return parts.reduce((sum, each) => sum + each, 0);
}

test.each(["real", "paper"] as const)("%s: one equity, wherever it is shown", async (which) => {
  const client = which === "real" ? real : paper;
  const expected = await byHand(client);
  type Row = Worth & { readonly name: string; readonly kind: string; readonly account: number };
  const rows: readonly Row[] = await operate(venue, "accounts?money=true");
  const row = rows.find(({ name, kind }) => (which === "real" ? name === "alice" : kind === "paper"))!;
  const [asset] = await client.account.assets();
  const detail: Worth = await operate(venue, `accounts/show?account=${row.account}`);
  const explained = await client.account.explain();
  const told: typeof explained = await operate(venue, `explain/account?account=${row.account}`);
  const numberOf = ({ numbers }: typeof explained, name: string) =>
    numbers.find((each) => each.name === name)!.value;
  const equities = {
    assets: asset!.equity,
    row: row.equity,
    detail: detail.equity,
    explained: numberOf(explained, "equity"),
    told: numberOf(told, "equity"),
    history: (await client.account.equityHistory({ limit: 1 })).points.at(-1)!.equity,
    performance: (await client.account.performance({ startTime: venue.clock.now() - 3_600_000 })).equityAfter,
  };
  expect(new Set(Object.values(equities)), JSON.stringify(equities)).toEqual(new Set([equities.assets]));
  expect(Number(asset!.equity)).toBeCloseTo(expected, 8);
  for (const { wallet, unrealized } of [row, detail]) {
    expect(Number(wallet) + Number(unrealized)).toBeCloseTo(expected, 8);
    expect(unrealized).toBe(asset!.unrealizePnl);
    expect(unrealized).toBe(numberOf(explained, "unrealized"));
    expect(wallet).toBe(numberOf(explained, "wallet"));
  }
  expect(asset!.unrealizePnl).not.toBe("0");
});

test("the leaderboard and V3 have the same, and the operator of an embedded venue", async () => {
  const [asset] = await real.account.assets();
  const { body: board } = await look(venue.baseUrl, "leaderboard");
  const team = board.teams.find((each: { readonly team: string }) => each.team === "alice");
  expect(team.equity).toBe(asset!.equity);
  const { body: balances } = await signed.get("/capi/v3/account/balance");
  expect(balances[0].balance).toBe(asset!.equity);
  expect(Number(balances[0].availableBalance) + Number(balances[0].frozen)).toBeCloseTo(
    Number(asset!.equity),
    8,
  );
  expect((await venue.account("alice")).equity).toBe(asset!.equity);
});
