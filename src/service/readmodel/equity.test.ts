import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, test } from "vitest";
import { btc } from "../../../test/core/contracts.ts";
import { Driver, placeOrder } from "../../../test/core/driver.ts";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { temporaryDirectory } from "../../../test/host/temporaryDirectory.ts";
import { Recorder } from "../../../test/readmodel/recorder.ts";
import {
  ACCOUNT_HOUSE,
  BUY,
  decodeEvents,
  EXTERNAL_ACCOUNT,
  ISOLATED,
  LONG,
  MOVE_WITHDRAW,
  OPEN_LONG,
  quantaPerTickLot,
  RecordView,
} from "../../kernel/core/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/host/clock.ts";
import { SeededRng } from "../../kernel/host/seededRng.ts";
import { MINUTES_KEPT_MS } from "./equityTable.ts";
import type { EquityRow, HistoryFrame, PassedRow } from "./index.ts";
import {
  openHistory,
  PASSED_FUNDING,
  PASSED_MARKET,
  PASSED_MOVED,
  PASSED_TRADES,
  processThreads,
  rebuildHistory,
} from "./index.ts";
import { openForWriting } from "./schema.ts";
import { HistoryWriter } from "./writer.ts";

/** The samples of equity against what the exchange itself says at the end of each minute. */

const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER };
const clock = new SimulatedClock({ seed: 1 });
const QUANTA_PER_POINT_LOT = BigInt(quantaPerTickLot(btc)) / 100n;
const eth = { ...btc, symbol: "cmt_ethusdt" };

/** A sample with both worths. */
interface Sample extends EquityRow {
  readonly atIndex: bigint;
}

interface Run {
  readonly frames: readonly HistoryFrame[];
  readonly accounts: readonly number[];
  readonly house: number;
  /** What must be kept of each account at the end. */
  readonly expected: ReadonlyMap<number, readonly Sample[]>;
  /** Equity and deposits at the end. */
  readonly present: ReadonlyMap<number, Sample>;
}

/** Random trading of users, isolated and shared, and on paper; time passes in steps from seconds to days. */
function run(seed: number): Run {
  const exchange = new Recorder();
  const driver = new Driver([btc, eth], undefined, exchange);
  driver.audits = false;
  for (const contract of [0, 1]) driver.index(60_000_000, contract);
  const house = driver.accept({ type: "openAccount", kind: ACCOUNT_HOUSE, name: "house" }).id;
  driver.deposit(house, 1_000_000);
  const users = ["ann", "bob", "cid", "dan"].map((name) => driver.user(name)) as number[];
  const [owner] = users;
  const deposited = new Map<number, bigint>();
  const pay = (account: number, units: number): void => {
    driver.deposit(account, units);
    deposited.set(account, (deposited.get(account) ?? 0n) + BigInt(units) * 100_000_000n);
  };
  for (const account of users) pay(account, 100_000);
  const paper = driver.accept({ type: "openPaper", account: owner!, amount: 100_000_000_000n }).id;
  deposited.set(paper, 100_000_000_000n);
  const accounts = [...users, paper];
  driver.mode(users[1]!, ISOLATED);
  driver.leverage(users[2]!, 10_000);
  const expected = new Map<number, Sample[]>(accounts.map((account) => [account, []]));
  const now = (account: number, time: number): Sample => {
    const { entries } = driver.ask({ type: "explain", account })!;
    const contracts = driver.ask({ type: "contracts" });
    const equity = entries.reduce((sum, { amount, markValue }) => sum + amount + markValue, 0n);
    let atIndex = entries.reduce((sum, { amount }) => sum + amount, 0n);
    for (const { contract, leg, size } of entries.flatMap(({ positions }) => positions)) {
      const { index, quantaPerTickLot } = contracts[contract]!;
      const value = (BigInt(size) * BigInt(index) * BigInt(quantaPerTickLot)) / 100n;
      atIndex += leg === LONG ? value : -value;
    }
    return { time, equity, deposited: deposited.get(account) ?? 0n, atIndex };
  };
  const wait = (ms: number): void => {
    const end = Math.floor(driver.time / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
    if (driver.time + ms >= end) {
      for (const [account, rows] of expected) {
        const row = now(account, end);
        const last = rows.at(-1) ?? { equity: 0n, deposited: 0n, atIndex: 0n };
        const isSame = row.equity === last.equity && row.deposited === last.deposited;
        if (!isSame || row.atIndex !== last.atIndex) rows.push(row);
      }
    }
    driver.wait(ms);
  };
  const rng = new SeededRng(seed);
  const steps = [1_000, 20_000, 59_000, 60_000, 90_000, 60_000, 60_000, 1_000_000, HOUR_MS, 9 * HOUR_MS];
  for (let turn = 0; turn < 900; turn++) {
    if (turn === 500) wait(10 * DAY_MS);
    else if (turn % 5 === 0) wait(steps[rng.below(steps.length)]!);
    if (turn % 9 === 0) {
      const [index, contract] = [60_000_000 + (rng.below(9) - 4) * 150_000, rng.below(2)];
      driver.index(index, contract);
      // Another market's mark, which is apart from the index.
      const said = { contract, sourceMark: index + (rng.below(9) - 4) * 20_000, sourceRate: 0 };
      driver.execute({ type: "followSource", contracts: [{ ...said, hasSourceRate: 0, held: 0 }] });
    }
    if (turn % 70 === 0) driver.execute({ type: "forceFunding", contract: 0, skip: false });
    if (turn % 90 === 89)
      driver.execute({ type: "liquidate", account: accounts[rng.below(accounts.length)]!, position: 0 });
    if (turn % 60 === 0) pay(users[rng.below(4)]!, 1 + rng.below(500));
    if (turn % 110 === 109) {
      const [account, amount] = [users[rng.below(4)]!, 1_234_567_891n];
      const { rejection } = driver.execute({
        ...{ type: "moveMoney", movement: MOVE_WITHDRAW, from: account, to: EXTERNAL_ACCOUNT, amount },
      });
      if (rejection === undefined) deposited.set(account, deposited.get(account)! - amount);
    }
    const order = {
      account: rng.below(4) === 0 ? house : accounts[rng.below(accounts.length)]!,
      action: OPEN_LONG + rng.below(4),
      price: 600_000 + (rng.below(9) - 4) * 500,
      size: 1 + rng.below(400),
      contract: rng.below(2),
    };
    driver.execute(placeOrder({ ...order, closeCapped: true }));
  }
  exchange.keep();
  const kept = [...expected].map(([account, rows]) => {
    const upTo = Math.floor((rows.at(-1)?.time ?? 0) / HOUR_MS) * HOUR_MS - MINUTES_KEPT_MS;
    const hourOf = (row: EquityRow | undefined): number => Math.ceil((row?.time ?? 0) / HOUR_MS);
    const rest = rows.filter((row, i) => row.time > upTo || hourOf(rows[i + 1]) !== hourOf(row));
    return [account, rest] as const;
  });
  const present = new Map(accounts.map((account) => [account, now(account, driver.time)]));
  return { frames: exchange.frames, accounts, house, expected: new Map(kept), present };
}

/** A sample as it is given out, positions at the mark or at the index. */
const given = ({ time, equity, deposited, atIndex }: Sample, at: "mark" | "index" = "mark"): EquityRow => ({
  time,
  equity: at === "mark" ? equity : atIndex,
  deposited,
});

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

const rowsIn = (path: string): unknown => {
  const database = new DatabaseSync(path, { readOnly: true });
  const of = (table: string) => database.prepare(`SELECT * FROM ${table}`).all();
  const rows = ["equity_samples", "account_totals", "progress"].map(of);
  database.close();
  return rows;
};

test.each([3, 4])(
  "samples are the exchange's own equity at whole minutes, thinned to hours: run %i",
  async (seed) => {
    const { frames, accounts, house, expected, present } = run(seed);
    const history = await openHistory({ path: undefined, clock });
    for (const frame of frames) await history.apply(frame);
    let [minutes, apart] = [0, 0];
    for (const account of accounts) {
      const { samples, present: now } = await history.equity({ account, ...ALL });
      expect(samples, `account ${account}`).toEqual(expected.get(account)!.map((each) => given(each)));
      expect(now).toEqual(given(present.get(account)!));
      const indexed = await history.equity({ account, ...ALL, valuedAt: "index" });
      expect(indexed.samples).toEqual(expected.get(account)!.map((each) => given(each, "index")));
      expect(indexed.present).toEqual(given(present.get(account)!, "index"));
      apart += samples.filter(({ equity }, i) => equity !== indexed.samples[i]!.equity).length;
      minutes += samples.filter(({ time }) => time % HOUR_MS !== 0).length;
    }
    expect(minutes).toBeGreaterThan(200);
    expect(apart).toBeGreaterThan(200);
    expect(await history.equity({ account: house, ...ALL })).toMatchObject({
      samples: [],
      present: undefined,
    });
    await history.close();
  },
);

/**
 * What moves of the index brought on what an account held, from one time until before another, told by the
 * events alone.
 */
function marketOf(frames: readonly HistoryFrame[], account: number, from: number, to: number): bigint {
  const [lots, indexes] = [new Map<number, number>(), new Map<number, number>()];
  let sum = 0n;
  for (const frame of frames) {
    let { time } = frame;
    for (const { event } of decodeEvents(new RecordView(frame.events))) {
      if (event.type === "timeAdvanced") time = event.time;
      if (time >= to) return sum;
      if (event.type === "indexChanged") {
        const { contract, points } = event;
        const moved = points - (indexes.get(contract) ?? points);
        if (time >= from) sum += BigInt(lots.get(contract) ?? 0) * BigInt(moved) * QUANTA_PER_POINT_LOT;
        indexes.set(contract, points);
      }
      if (event.type !== "traded") continue;
      const { contract, size, takerSide } = event;
      const taken = takerSide === BUY ? size : -size;
      const own = (event.takerAccount === account ? taken : 0) - (event.makerAccount === account ? taken : 0);
      lots.set(contract, (lots.get(contract) ?? 0) + own);
    }
  }
  return sum;
}

test.each([3, 4])(
  "what passed between accounts adds up, and hides nothing in the market: run %i",
  async (seed) => {
    const { frames, accounts, present } = run(seed);
    const history = await openHistory({ path: undefined, clock });
    for (const frame of frames) await history.apply(frame);
    const now = [...present.values()][0]!.time;
    const end = now - (now % MINUTE_MS);
    for (const [from, to] of [
      [0, now + 1],
      [end - 3 * HOUR_MS - 7 * MINUTE_MS, end - MINUTE_MS],
    ] as const) {
      const all = new Map<number, readonly PassedRow[]>();
      for (const account of accounts) all.set(account, (await history.passed({ account, from, to })).rows);
      for (const [account, rows] of all) {
        const market = rows.find(({ kind }) => kind === PASSED_MARKET)!.amount;
        expect(market, `account ${account} from ${from}`).toBe(marketOf(frames, account, from, to));
        for (const { kind, counterparty, count, value, amount } of rows) {
          if (kind !== PASSED_TRADES) continue;
          const back = all
            .get(counterparty)
            ?.find((row) => row.kind === kind && row.counterparty === account);
          if (accounts.includes(counterparty)) expect(back).toMatchObject({ count, value, amount: -amount });
        }
      }
      const kinds = new Set([...all.values()].flat().map(({ kind }) => kind));
      if (from === 0)
        expect(kinds).toEqual(new Set([PASSED_TRADES, PASSED_FUNDING, PASSED_MOVED, PASSED_MARKET]));
    }
    await history.close();
  },
);

test("a file, in however many transactions and whoever asks meanwhile, is the same as one folded at once and as one made anew", async () => {
  const { frames, accounts } = run(5);
  const [path, whole] = [join(directory, "history.db"), join(directory, "whole.db")];
  const third = Math.floor(frames.length / 3);
  for (const part of [frames.slice(0, third), frames.slice(third, 2 * third), frames.slice(2 * third)]) {
    const history = await openHistory({ path, clock, threads: processThreads });
    for (const [i, frame] of part.entries()) {
      await history.apply(frame);
      if (i % 150 === 0) await history.bills({ account: accounts[i % accounts.length]!, limit: 1 });
      if (i % 400 === 0) await history.equity({ account: accounts[0]!, ...ALL });
    }
    await history.close();
  }
  const database = openForWriting(whole);
  new HistoryWriter(database, "none").apply(frames);
  database.close();
  expect(rowsIn(path)).toEqual(rowsIn(whole));
  async function* all() {
    yield* frames;
  }
  await rebuildHistory({ path, frames: all() });
  expect(rowsIn(path)).toEqual(rowsIn(whole));
});

test("of a span, what stood at its beginning comes first; of an interval, the last sample", async () => {
  const { frames, accounts, expected } = run(3);
  const history = await openHistory({ path: undefined, clock });
  for (const frame of frames) await history.apply(frame);
  const [account] = accounts as [number];
  const rows = expected.get(account)!.map((each) => given(each));
  const [low, high] = [rows[20]!, rows[60]!];
  const between = await history.equity({ account, from: low.time + 1, to: high.time });
  expect(between).toMatchObject({ samples: rows.slice(20, 61), present: undefined });
  const hourly = await history.equity({ account, from: 0, to: high.time, intervalMs: HOUR_MS });
  const hourOf = (row: EquityRow | undefined): number => Math.ceil((row?.time ?? 0) / HOUR_MS);
  const within = rows.slice(0, 61);
  expect(hourly.samples).toEqual(within.filter((row, i) => hourOf(row) !== hourOf(within[i + 1])));
  expect(hourly.samples.length).toBeLessThan(within.length);
  await history.close();
});
