import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useShownPage } from "../../../../test/terminal/shownPage.ts";
import { Feed } from "../../../interface/client/feed.ts";
import type {
  AccountMirror,
  MirroredFill,
  MirroredOrder,
  MirroredPosition,
  Operation,
  TickerPush,
  V2Client,
} from "../../../interface/client/index.ts";
import type { v2 } from "../../../interface/wire/index.ts";
import { AccountData } from "./accountData.ts";
import { RequestBudget } from "./requestBudget.ts";
import { RequestWatch } from "./requestWatch.ts";

const MINUTE_MS = 60_000;
const symbol = "cmt_btcusdt";

/** Which part of a list is asked for. */
interface Page {
  readonly limit?: number;
  readonly page?: number;
}

/** A venue that answers at once: what was asked, what it weighed, and its pushes. */
class Venue {
  uidWeight = 0;
  asked: string[] = [];
  readonly orders = new Map<string, MirroredOrder>();
  readonly positions = new Map<string, MirroredPosition>();
  readonly fills: MirroredFill[] = [];
  readonly tickers = new Feed<TickerPush>("ticker", () => {});
  readonly changes = new Feed<AccountMirror>("mirror", () => {});
  readonly mirror = {
    isLive: true,
    orders: this.orders,
    positions: this.positions,
    fills: this.fills,
    collateral: new Map(),
    close: () => this.changes.close(),
    [Symbol.asyncIterator]: () => this.changes[Symbol.asyncIterator](),
  } as unknown as AccountMirror;
  readonly client = {
    ask: async ({ path, weight }: Operation<unknown, unknown>, input: Page) => {
      this.uidWeight += weight.uid;
      this.asked.push(path);
      return { value: this.#answer(path, input) };
    },
    accountMirror: async () => {
      await new Promise((resolve) => setTimeout(resolve, 100)); // a handshake
      return this.mirror;
    },
    watch: { ticker: async () => this.tickers },
  } as unknown as V2Client;

  /** Something of the account changed. */
  push(): void {
    this.changes.push(this.mirror);
  }

  hold(size: string, openValue: string): void {
    const pushed = { id: "7", contractId: symbol, size, openValue, leverage: "20", fundingFee: "0" };
    this.positions.set("7", pushed as MirroredPosition);
  }

  #answer(path: string, { limit = 100, page = 0 }: Page): unknown {
    if (path.endsWith("Position")) return [...this.positions.values()].map(() => ROW);
    if (path.endsWith("getAccounts")) return ACCOUNTS;
    if (path.endsWith("requestLog")) return { entries: [], next: 0 };
    const fills = { list: this.fills.map(restFillOf).toReversed(), nextFlag: false };
    if (path.endsWith("fills")) return fills;
    const orders = [...this.orders.values()];
    const pageOf = (rows: readonly unknown[]) => rows.slice(page * limit, (page + 1) * limit);
    const plans = pageOf(orders.filter(waits).map(planOf));
    const resting = pageOf(orders.filter((order) => !waits(order)).map(orderOf));
    if (path.endsWith("currentPlan")) return plans;
    if (path.endsWith("order/current")) return resting;
    if (!path.endsWith("snapshot")) return [];
    const positions = [...this.positions.values()].map(() => ROW);
    return { accounts: ACCOUNTS, assets: [], positions, orders: resting, plans, fills, messages: [] };
  }
}

const ACCOUNTS = { account: { modeSetting: [], leverageSetting: [] }, collateral: [] };

const ROW = {
  id: 7,
  symbol,
  side: "LONG",
  size: "0.2000",
  open_value: "12000.00",
  leverage: "20.00",
  funding_fee: "0.0",
  unrealizePnl: "0",
  liquidatePrice: "57000",
} as v2.Position;

function restFillOf({ id, symbol: of, size, value }: MirroredFill): Partial<v2.Fill> {
  return { tradeId: Number(id), symbol: of, fillSize: size, fillValue: value };
}

function planOf({ id }: MirroredOrder): unknown {
  return {
    order_id: id,
    symbol,
    type: "close_long",
    price: "0",
    size: "0",
    triggerPrice: "61000.0",
    triggerPriceType: "MARK",
    createTime: "1",
    ...{ status: "UNTRIGGERED", filled_qty: "0", fee: "0", totalProfits: "0" },
  };
}

function orderOf({ id }: MirroredOrder): unknown {
  return {
    ...{ order_id: id, client_oid: "", symbol, type: "open_long", price: "59000.0", size: "0.1" },
    ...{ filled_qty: "0", status: "open", createTime: "1", fee: "0", totalProfits: "0" },
  };
}

function waits({ status }: MirroredOrder): boolean {
  return status === "untriggered";
}

const page = useShownPage();
let venue: Venue;
let account: AccountData;
let requests: RequestWatch;

beforeEach(async () => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  venue = new Venue();
  const budget = new RequestBudget(venue.client);
  account = new AccountData(venue.client, budget, () => {});
  requests = new RequestWatch(budget);
  await vi.advanceTimersByTimeAsync(5_000); // signed in, and read once
});
afterEach(() => account.close());

/** What a minute weighs in which something happens ten times a second. */
async function weightOfMinute(happens: (at: number) => void): Promise<number> {
  const before = venue.uidWeight;
  for (let at = 0; at < MINUTE_MS / 100; at++) {
    happens(at);
    await vi.advanceTimersByTimeAsync(100);
  }
  return venue.uidWeight - before;
}
const tick = (at: number) =>
  venue.tickers.push({ symbol, markPrice: (60_000 + at).toFixed(1) } as TickerPush);

test("a minute in which a bot trades without pause, its requests watched: two a second", async () => {
  const end = requests.follow();
  venue.hold("0.2", "12000");
  const weight = await weightOfMinute((at) => {
    tick(at);
    venue.push();
  });
  end();
  expect(weight).toBeLessThanOrEqual(120);
  expect(weight).toBeGreaterThan(60);
});

test("a minute with a position, prices moving: one a second; the unrealised PnL follows the mark all the same", async () => {
  venue.hold("0.2", "12000");
  venue.push();
  expect(await weightOfMinute(tick)).toBeLessThanOrEqual(75);
  await vi.advanceTimersByTimeAsync(1_000);
  const [leg] = account.view.value!.positions;
  expect(leg).toMatchObject({ size: "0.2000", unrealizePnl: "119.8", liquidatePrice: "57000" }); // 0.2 × 599
});

test("six trades in a row: each position is there within a second, what is available soon after", async () => {
  const held = () => account.view.value!.positions.length;
  for (let i = 0; i < 6; i++) {
    if (i % 2 === 0) venue.hold("0.2", "12000");
    else venue.positions.clear();
    venue.push();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(held()).toBe(venue.positions.size);
  }
  venue.asked = [];
  await vi.advanceTimersByTimeAsync(15_000);
  expect(venue.asked.join()).toContain("account/assets");
});

test("a minute in which nothing changes: next to nothing", async () => {
  expect(await weightOfMinute(() => {})).toBeLessThanOrEqual(16);
});

test("hidden: nothing, whatever happens; shown again: read at once", async () => {
  const end = requests.follow();
  venue.hold("0.2", "12000");
  venue.push();
  await vi.advanceTimersByTimeAsync(2_000);
  page.document.hidden = true;
  await weightOfMinute(venue.push.bind(venue)); // what was under way may end
  expect(await weightOfMinute(venue.push.bind(venue))).toBe(0);
  venue.asked = [];
  page.document.hidden = false;
  page.document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(100);
  expect(venue.asked.join()).toContain("account/assets");
  end();
});

test("orders that rest stay where they are when the connection breaks during a reading", async () => {
  const order = { id: "9", symbol, action: "open_long", status: "open", price: "59000", createdTime: "1" };
  venue.orders.set("9", order as MirroredOrder);
  venue.hold("0.2", "12000");
  venue.push();
  await vi.advanceTimersByTimeAsync(2_000);
  const seen: number[] = [];
  const end = account.view.onSet(() => seen.push(account.view.value!.orders.length));
  const { ask } = venue.client;
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  Object.assign(venue.client, {
    ask: async (...asked: Parameters<typeof ask>) => {
      await held;
      return ask(...asked);
    },
  });
  account.refresh();
  await vi.advanceTimersByTimeAsync(30_000); // the next reading is under way
  Object.assign(venue.mirror, { isLive: false });
  venue.push();
  answer();
  await vi.advanceTimersByTimeAsync(30_000);
  end();
  expect(new Set(seen)).toEqual(new Set([1]));
});

test("a change of leverage is shown soon after, though reading it fails at first", async () => {
  const { ask } = venue.client;
  let isOut = false;
  Object.assign(venue.client, {
    ask: async (...asked: Parameters<typeof ask>) => {
      if (isOut) throw new Error("the venue does not answer");
      const [{ path }] = asked;
      const leverageSetting = [{ symbol, cross_leverage: "50" }];
      return path.endsWith("getAccounts")
        ? { value: { account: { modeSetting: [], leverageSetting }, collateral: [] } }
        : ask(...asked);
    },
  });
  isOut = true;
  account.refresh("settings");
  await vi.advanceTimersByTimeAsync(4_000);
  expect(account.failure.value).toBe("the venue does not answer");
  isOut = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(account.view.value!.settings).toEqual({ [symbol]: { cross_leverage: "50" } });
});

test("an order that waits is read once, and moves and leaves as it is pushed", async () => {
  const order = {
    ...{ id: "5", symbol, status: "untriggered", triggerPrice: "61000", createdTime: "1" },
    ...{ price: "0", size: "0" },
  };
  venue.orders.set("5", order as MirroredOrder);
  venue.push();
  await vi.advanceTimersByTimeAsync(1_000);
  const trigger = () => account.view.value!.orders.map((each) => each.trigger);
  expect(trigger()).toMatchObject([{ price: "61000.0", watches: "mark" }]);
  venue.asked = [];
  const amended = { triggerPrice: "62000", price: "62100", size: "0.3" };
  venue.orders.set("5", { ...order, ...amended } as MirroredOrder);
  venue.push();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(trigger()).toMatchObject([{ price: "62000", watches: "mark" }]);
  expect(account.view.value!.orders).toMatchObject([{ price: "62100", size: "0.3" }]);
  venue.orders.clear();
  venue.push();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(trigger()).toEqual([]);
  expect(venue.asked.join()).not.toMatch(/currentPlan|order\/current|fills/);
});

test.each(["untriggered", "open"])(
  "of more than one page of orders that are %s all are read",
  async (status) => {
    const many = new Venue();
    for (let id = 1; id <= 250; id++)
      many.orders.set(String(id), { id: String(id), status } as MirroredOrder);
    const opened = new AccountData(many.client, new RequestBudget(many.client), () => {});
    await vi.advanceTimersByTimeAsync(50); // the socket is still being opened
    expect(opened.view.value!.orders).toHaveLength(250);
    opened.close();
  },
);

test("a fill between the first reading and the first push is told, those before it are not", async () => {
  const fill = { id: "8", symbol, size: "0.2", value: "12000", orderSide: "BUY", liquidateFee: "0" };
  const early = new Venue();
  early.fills.push({ ...fill, id: "7" } as MirroredFill);
  const onFills = vi.fn();
  const opened = new AccountData(early.client, new RequestBudget(early.client), onFills);
  await vi.advanceTimersByTimeAsync(50); // read; the socket is still being opened
  early.fills.push(fill as MirroredFill);
  early.push();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onFills.mock.calls).toEqual([[[expect.objectContaining({ id: "8" })]]]);
  opened.close();
});
