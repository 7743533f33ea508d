import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { btc } from "../../../test/core/contracts.ts";
import { Driver } from "../../../test/core/driver.ts";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { temporaryDirectory } from "../../../test/host/temporaryDirectory.ts";
import { Recorder } from "../../../test/readmodel/recorder.ts";
import { BUY, blankOf, encode, eventLayouts, ORIGIN_BOOK, RecordBuffer } from "../../kernel/core/index.ts";
import { DAY_MS } from "../../kernel/host/clock.ts";
import {
  copyHistory,
  type HistoryFrame,
  openHistory,
  PUBLIC_TRADES_KEPT,
  rebuildHistory,
  rewindHistory,
} from "./index.ts";

const START = 1_767_225_600_000;
const EVERY_MS = 200;

/** A contract that is listed by command 1, and one trade by each command from 2 on. */
function framesOf(trades: number): readonly HistoryFrame[] {
  const buffer = new RecordBuffer();
  const frame = (seq: number): HistoryFrame => {
    const events = buffer.slice();
    buffer.clear();
    return { firstSeq: seq, count: 1, time: START + seq * EVERY_MS, events };
  };
  encode(eventLayouts.contractListed, { ...blankOf(eventLayouts.contractListed), symbol: "x" }, buffer);
  const frames = [frame(1)];
  for (let trade = 1; trade <= trades; trade++) {
    const made = { trade, price: trade, size: 1, value: 100n, takerSide: BUY, origin: ORIGIN_BOOK };
    encode(eventLayouts.traded, { ...blankOf(eventLayouts.traded), ...made }, buffer);
    frames.push(frame(1 + trade));
  }
  return frames;
}

async function* inTurn(frames: readonly HistoryFrame[]): AsyncGenerator<HistoryFrame> {
  yield* frames;
}

const upTo = (last: number, count: number): number[] => Array.from({ length: count }, (_, i) => last - i);

test.each([
  { what: "all of then", made: PUBLIC_TRADES_KEPT, left: 350 },
  { what: "some of then", made: PUBLIC_TRADES_KEPT + 200, left: 150 },
  { what: "none but what was folded", made: 2 * PUBLIC_TRADES_KEPT, left: 50 },
])(
  "a rewound store has the trades that later ones left, and goes on with them: $what",
  async ({ made, left }) => {
    const directory = temporaryDirectory();
    const [store, path] = [join(directory, "now.db"), join(directory, "then.db")];
    const frames = framesOf(made);
    await rebuildHistory({ frames: inTurn(frames), path: store });
    await copyHistory(store, path);
    const [seq, end] = [301, 351];
    const state = {
      seq,
      time: START + seq * EVERY_MS,
      nextId: seq,
      accountMax: 0,
      contracts: 1,
      marks: [0],
      indexes: [0],
    };
    await rewindHistory(path, { store, state, frames: inTurn(frames.slice(seq, end)) });

    const history = await openHistory({ path, clock: new SimulatedClock({ seed: 1 }) });
    onTestFinished(() => history.close());
    const kept = async (): Promise<number[]> => {
      const trades = await history.trades({ contract: 0, limit: PUBLIC_TRADES_KEPT });
      for (let isDone = false; !isDone; ) isDone = await history.proveSome(1_000);
      return trades.map(({ trade }) => trade);
    };
    expect(await kept()).toEqual(upTo(end - 1, left));
    for (const frame of frames.slice(end)) await history.apply(frame);
    expect(await kept()).toEqual(upTo(made, Math.min(PUBLIC_TRADES_KEPT, left + made - (end - 1))));
  },
);

test("a rewound store says from when on it has samples of every minute: those that the store had left", async () => {
  const directory = temporaryDirectory();
  const [store, path, anew] = ["now.db", "then.db", "anew.db"].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  const exchange = new Recorder();
  const driver = new Driver([btc], undefined, exchange);
  driver.index(60_000_000);
  const account = driver.user("ann", 1_000);
  const begin = driver.time;
  for (let hour = 0; hour < 12 * 24; hour++)
    for (const minutes of [10, 20, 30]) {
      driver.wait(minutes * 60_000);
      driver.deposit(account, 1);
    }
  exchange.keep();
  const { frames } = exchange;
  const at = frames.findIndex(({ time }) => time > begin + 6 * DAY_MS);
  const end = frames.findIndex(({ time }) => time > begin + 6 * DAY_MS + 3_600_000);
  await rebuildHistory({ frames: inTurn(frames), path: store });
  await copyHistory(store, path);
  const { firstSeq, count, time } = frames[at - 1]!;
  const state = {
    seq: firstSeq + count - 1,
    time,
    nextId: 1e9,
    accountMax: account,
    contracts: 1,
    marks: [0],
    indexes: [0],
  };
  await rewindHistory(path, { store, state, frames: inTurn(frames.slice(at, end)) });
  await rebuildHistory({ frames: inTurn(frames.slice(0, end)), path: anew });

  const equityIn = async (file: string) => {
    const history = await openHistory({ path: file, clock: new SimulatedClock({ seed: 1 }) });
    onTestFinished(() => history.close());
    return history.equity({ account, from: 0, to: Number.MAX_SAFE_INTEGER });
  };
  const [now, then, whole] = [await equityIn(store), await equityIn(path), await equityIn(anew)];
  expect(now.minutesFrom).toBeGreaterThan(begin + 4 * DAY_MS);
  expect(then.minutesFrom).toBe(now.minutesFrom);
  const minutes = ({ samples }: typeof then) => samples.filter((sample) => sample.time > now.minutesFrom);
  expect(minutes(then)).toEqual(minutes(whole));
  expect(then.samples.length).toBeLessThan(whole.samples.length);
});
