import { EventEmitter, once } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startVenue, type Venue } from "../../src/assembly/venue/index.ts";
import {
  type AccountMirror,
  CLOSE_LONG,
  ISOLATED,
  LIMIT,
  MARKET,
  NORMAL,
  OPEN_LONG,
  OPEN_SHORT,
  operations,
  RefusedForGood,
  V2Client,
} from "../../src/interface/client/index.ts";
import { openSystemSocket } from "../../src/interface/client/openSocket.ts";
import { accountSnapshot } from "../../src/interface/client/v2/accountSnapshot.ts";
import { parseScenario } from "../../src/movers/feeds/index.ts";
import { compareAccount } from "../../src/workbench/cli/doctor/compare.ts";
import { openRelay, type Relay } from "./relay.ts";

/** The account as pushes build it, against what REST says, through everything that happens to an account. */

const symbol = "cmt_btcusdt";
/** Prices move when the test says so. */
const SCENARIO = {
  contracts: [{ symbol }, { symbol: "cmt_ethusdt" }],
  feeds: { [symbol]: { type: "pushed", price: 60_000 }, cmt_ethusdt: { type: "pushed", price: 3_000 } },
  participants: false,
  prehistory: 0,
};
let venue: Venue;
let relay: Relay;
/** Whether a message of the venue reaches the clients. */
let passes: (text: string) => boolean = () => true;
let maker: V2Client;
let bot: V2Client;

beforeEach(async () => {
  venue = await startVenue({
    accounts: [
      { name: "maker", balance: "10000000" },
      { name: "bot", balance: "10000000" },
    ],
    market: await parseScenario(SCENARIO, () => Promise.reject(new Error("no recordings"))),
  });
  passes = () => true;
  relay = await openRelay(venue.wsUrl, (text) => passes(text));
  [maker, bot] = venue.accounts.map(
    (credentials) =>
      new V2Client({
        ...{ baseUrl: venue.baseUrl, wsUrl: relay.url, credentials, limits: "off" },
        timeoutMs: 200_000,
      }),
  ) as [V2Client, V2Client];
});
afterEach(async () => {
  bot.close();
  maker.close();
  await relay.close();
  await venue.stop();
});

const size = "0.1";
const limit = { symbol, size, order_type: NORMAL, match_price: LIMIT } as const;
const market = { symbol, size, order_type: NORMAL, match_price: MARKET } as const;

const eth = "cmt_ethusdt";

/** The bot's positions in ETH have a margin of their own, at the highest leverage. */
async function isolate(): Promise<void> {
  await bot.positions.setMode({ symbol: eth, marginMode: ISOLATED });
  const leverage = { longLeverage: "100", shortLeverage: "100" };
  await bot.account.setLeverage({ symbol: eth, marginMode: ISOLATED, ...leverage });
}

async function expectSame(mirror: AccountMirror): Promise<void> {
  expect(await compareAccount(bot, mirror)).toEqual([]);
}

test("orders, a fill, a plan, presets, funding and margin: the mirror is the account", async () => {
  const mirror = await bot.accountMirror();
  await expectSame(mirror);

  const { order_id } = await bot.orders.place({ ...limit, type: OPEN_LONG, price: "59900" });
  await mirror.until(({ orders }) => orders.get(order_id)?.status === "open");
  await expectSame(mirror);
  expect(mirror.orders.get(order_id)).toMatchObject({ action: "open_long", price: "59900", size: "0.1" });

  await maker.orders.place({ ...limit, size: "0.04", type: OPEN_SHORT, price: "59900" });
  await mirror.until(({ fills }) => fills.length === 1);
  await expectSame(mirror);
  expect([...mirror.positions.values()]).toMatchObject([{ contractId: symbol, side: "LONG", size: "0.04" }]);
  expect(mirror.orders.get(order_id)?.filled).toBe("0.04");

  await bot.orders.amend({ orderId: order_id, price: "59950", size: "0.2" });
  await mirror.until(({ orders }) => orders.get(order_id)?.price === "59950");
  await expectSame(mirror);
  expect(mirror.orders.get(order_id)).toMatchObject({ size: "0.2", filled: "0.04", status: "open" });
  await bot.orders.amend({ orderId: order_id, price: "59900", size: "0.1" });

  await bot.plans.place({ symbol, size, type: OPEN_SHORT, match_type: MARKET, trigger_price: "59000" });
  await bot.plans.placeTpSl({ symbol, planType: "profit_plan", triggerPrice: "65000", positionSide: "long" });
  await mirror.until(({ orders }) => orders.size === 3);
  await expectSame(mirror);

  await venue.step(8 * 3_600_000);
  await mirror.until(({ positions }) => [...positions.values()][0]?.fundingFee !== "0");
  await expectSame(mirror);

  await bot.orders.cancelAll();
  await bot.orders.cancelAll({ cancelOrderType: "plan" });
  await mirror.until(({ orders }) => orders.size === 0);
  await maker.orders.place({ ...limit, type: OPEN_LONG, price: "59900" });
  await bot.orders.place({ ...market, size: "0.04", type: CLOSE_LONG });
  await mirror.until(({ positions }) => positions.size === 0);
  await expectSame(mirror);
  mirror.close();
});

test("an account that was read before its channels began is not read again, unless it has changed since", async () => {
  const asked = vi.spyOn(bot, "ask");
  const snapshots = () => asked.mock.calls.filter(([{ path }]) => path === operations.account.snapshot.path);
  const read = () =>
    accountSnapshot(
      (operation, input) => bot.ask(operation, input),
      () => true,
    );
  await bot.orders.place({ ...limit, type: OPEN_LONG, price: "59900" });
  const mirror = await bot.accountMirror(read());
  expect([snapshots().length, mirror.orders.size]).toEqual([1, 1]);
  await expectSame(mirror);
  await bot.orders.cancelAll();
  await mirror.until(({ orders }) => orders.size === 0);
  mirror.close();

  asked.mockClear();
  const before = await read();
  const { order_id } = await bot.orders.place({ ...limit, type: OPEN_LONG, price: "59800" });
  const changed = await bot.accountMirror(Promise.resolve(before));
  expect([snapshots().length, [...changed.orders.keys()]]).toEqual([2, [order_id]]);
  await expectSame(changed);
  changed.close();
  const unread = await bot.accountMirror(Promise.reject(new Error("no answer came")));
  await expectSame(unread);
  unread.close();
});

test("an isolated position and its collateral come and go together, by liquidation too", async () => {
  await isolate();
  const mirror = await bot.accountMirror();
  await maker.orders.place({ ...limit, symbol: eth, size: "5", type: OPEN_SHORT, price: "3000" });
  await bot.orders.place({ ...market, symbol: eth, size: "5", type: OPEN_LONG, marginMode: ISOLATED });
  await mirror.until(({ positions }) => positions.size === 1);
  await expectSame(mirror);
  expect(mirror.collateral.size).toBe(2);
  const [position] = mirror.positions.values();
  await bot.positions.adjustMargin({ isolatedPositionId: position!.id, collateralAmount: "10" });
  await expectSame(mirror);

  await venue.feeds.push({ [eth]: 280_000_00 }); // in hundredths of the tick of 0.01
  await venue.step(60_000);
  await mirror.until(({ positions }) => positions.size === 0);
  await expectSame(mirror);
  expect([...mirror.collateral.keys()]).toEqual(["USDT SHARED 0"]);
  mirror.close();
});

test("a late word of an ended position's collateral does not bring it back", async () => {
  await isolate();
  const order = { ...market, symbol: eth, size: "1", marginMode: ISOLATED } as const;
  const mirror = await bot.accountMirror();
  await maker.orders.place({ ...limit, symbol: eth, size: "1", type: OPEN_SHORT, price: "3000" });
  await bot.orders.place({ ...order, type: OPEN_LONG });
  await mirror.until(({ positions }) => positions.size === 1);
  const held: string[] = [];
  passes = (text) => !text.includes('"data":{"collateral"') || held.push(text) === 0;
  await maker.orders.place({ ...limit, symbol: eth, size: "1", type: OPEN_LONG, price: "3000" });
  await bot.orders.place({ ...order, type: CLOSE_LONG });
  await mirror.until(({ positions }) => positions.size === 0);
  passes = () => true;
  for (const text of held) relay.say(text);
  await expectSame(mirror);
  mirror.close();
});

test.each([
  [1, 2],
  [30, 4],
])("no order slips between two pages while %d end, in %d answers", async (ending, answers) => {
  await Promise.all(
    Array.from({ length: 130 }, (_, i) =>
      bot.orders.place({ ...limit, size: "0.01", type: OPEN_LONG, price: `${50_000 + i}` }),
    ),
  );
  let asked = 0;
  const gone = new Set<string>();
  const snapshot = await accountSnapshot(
    async (operation, input) => {
      const answer = await bot.ask(operation, input);
      if ((operation as unknown) !== operations.orders.current || ++asked > 1) return answer;
      const newest = (answer.value as readonly { readonly order_id: string }[]).slice(0, ending);
      for (const { order_id } of newest) gone.add(order_id);
      await bot.orders.cancelBatch({ ids: [...gone] });
      return answer;
    },
    () => true,
  );
  const live = new Set(snapshot.orders.rows.map(({ id }) => id));
  await bot.orders.cancelAll({ symbol });
  const ended = await bot.orders.history({ symbol, pageSize: 100 });
  const slipped = ended.filter(({ order_id }) => !live.has(order_id) && !gone.has(order_id));
  expect(slipped).toEqual([]);
  expect(ended.length).toBe(100);
  expect(asked).toBe(answers);
});

test("pages of orders, trading all the while, and connections that break: REST never says otherwise", async () => {
  let seed = 11;
  const draw = (n: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % n;
  };
  await Promise.all(
    Array.from({ length: 150 }, (_, i) =>
      bot.orders.place({ ...limit, size: "0.01", type: OPEN_LONG, price: `${50_000 + i}` }),
    ),
  );
  let isOver = false;
  const trading = (async () => {
    while (!isOver) {
      const price = `${59_700 + draw(600)}`;
      const own = draw(2) === 0 ? OPEN_LONG : OPEN_SHORT;
      const other = own === OPEN_LONG ? OPEN_SHORT : OPEN_LONG;
      await maker.orders.place({ ...limit, size: `0.0${1 + draw(9)}`, type: other, price });
      const { order_id } = await bot.orders.place({ ...limit, size: `0.0${1 + draw(9)}`, type: own, price });
      const isGone = (error: { readonly code?: string }): void => expect(error.code).toBe("-1054");
      if (draw(2) === 0) await bot.orders.cancel({ orderId: order_id }).catch(isGone);
      if (draw(50) === 0) await maker.orders.cancelAll({ symbol });
    }
  })();
  const mirror = await bot.accountMirror();
  expect(mirror.orders.size).toBeGreaterThanOrEqual(150);
  for (let i = 0; i < 4; i++) {
    const { version } = mirror;
    await mirror.until((now) => now.version > version + 20);
    relay.cut();
    await mirror.until(({ isLive }) => !isLive);
    await mirror.until(({ isLive }) => isLive);
  }
  isOver = true;
  await trading;
  await expectSame(mirror);
  expect(mirror.orders.size).toBeGreaterThanOrEqual(150);
  expect(mirror.fills.length).toBeGreaterThan(20);
  mirror.close();
});

test("an account's own pushes come as feeds, with event and version", async () => {
  const fills = await bot.watch.fills();
  const positions = await bot.watch.positions();
  await maker.orders.place({ ...limit, type: OPEN_SHORT, price: "60200" });
  await bot.orders.place({ ...limit, type: OPEN_LONG, price: "60200" });
  const [fill, position] = await Promise.all([first(fills), first(positions)]);
  expect(fill).toMatchObject({ event: "OrderUpdate" });
  expect(fill.rows[0]).toMatchObject({ contractId: symbol, positionSide: "LONG", orderSide: "BUY" });
  expect(position.version).toBe(fill.version);
});

test("a wrong key is told by its own code, and not tried again", async () => {
  const [, { apiKey, passphrase }] = venue.accounts as unknown as [
    unknown,
    { apiKey: string; passphrase: string },
  ];
  const wrong = new V2Client({ baseUrl: venue.baseUrl, credentials: { apiKey, passphrase, secret: "no" } });
  const refused = wrong.watch.orders();
  await expect(refused).rejects.toBeInstanceOf(RefusedForGood);
  await expect(refused).rejects.toThrow("40009");
});

test("a client that is closed while its mirror reads the account opens no connection any more", async () => {
  let isHeld = false;
  let opened = 0;
  const steps = new EventEmitter();
  const asked = once(steps, "asked");
  const goesOn = once(steps, "goesOn");
  const client = new V2Client({
    ...{ baseUrl: venue.baseUrl, wsUrl: relay.url, credentials: venue.accounts[1]!, limits: "off" },
    timeoutMs: 200_000,
    openSocket: (url, handshake) => {
      opened++;
      return openSystemSocket(url, handshake);
    },
    fetch: async (...given) => {
      if (isHeld) {
        steps.emit("asked");
        await goesOn;
      }
      return fetch(...given);
    },
  });
  await client.accountMirror();
  isHeld = true;
  relay.cut();
  await asked;
  expect(opened).toBe(2);
  client.close();
  steps.emit("goesOn");
  // What was asked for the mirror is answered long before the last of these, each of which waits for the one
  // before.
  for (let i = 0; i < 20; i++) await client.account.assets();
  expect(opened).toBe(2);
});

test("without a key there is no private socket", async () => {
  const anonymous = new V2Client({ baseUrl: venue.baseUrl });
  await expect(anonymous.accountMirror()).rejects.toThrow("give the client credentials");
});

async function first<T>(feed: AsyncIterable<T>): Promise<T> {
  for await (const item of feed) return item;
  throw new Error("the feed ended");
}

test("who waits for what was pushed waits through a lost connection", async () => {
  const mirror = await bot.accountMirror();
  const asked = relay.heard.length;
  passes = (text) => !text.includes('"pong"');
  const waiting = mirror.upToDate();
  await expect.poll(() => relay.heard.slice(asked).some((text) => text.includes('"ping"'))).toBe(true);
  passes = () => true;
  relay.cut();
  await waiting;
  expect(mirror.isLive).toBe(true);
  await expectSame(mirror);
  mirror.close();
});
