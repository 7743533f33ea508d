import { copyFile, readdir, readFile, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { btc } from "../../../../test/core/contracts.ts";
import { Driver } from "../../../../test/core/driver.ts";
import { temporaryDirectory } from "../../../../test/host/temporaryDirectory.ts";
import { BUY, SELL } from "../../../kernel/core/index.ts";
import { linesOf } from "../../../kernel/host/archive.ts";
import type { Packing } from "../../../kernel/host/pack.ts";
import { pack, packings } from "../../../kernel/host/pack.ts";
import type { SourceMessage } from "../follow/marketSource.ts";
import { readReplay } from "../follow/replay.ts";
import { recordedKinds } from "./dayFiles.ts";
import { RECORD_BEAT_MS, Recorder } from "./recorder.ts";

/** What a source says, recorded and played, is what it said. */

/** A minute and a half before the day ends. */
const START = Date.UTC(2026, 0, 5, 23, 58, 30);
const BEATS = 720;
const CONTRACT = new Driver([btc]).ask({ type: "contracts" })[0]!;

/** A market that moves by a small generator of numbers: what it says in each beat. */
function script(seed: number): readonly (readonly SourceMessage[])[] {
  let state = seed;
  const draw = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  let middle = 900_000;
  return Array.from({ length: BEATS }, (_, beat) => {
    const time = START + beat * RECORD_BEAT_MS;
    const messages: SourceMessage[] = [];
    const of = { contract: 0 } as const;
    for (let i = draw(3); i > 0; i--) {
      const takerSide = draw(2) === 0 ? BUY : SELL;
      const price = middle + (takerSide === BUY ? 5 : -5);
      messages.push({
        ...of,
        type: "trade",
        trade: { takerSide, price, lots: 1 + draw(900), sourceTime: time + draw(16) - 20 },
      });
    }
    if (draw(4) > 0) {
      middle += draw(21) - 10;
      const levels = (way: 1 | -1) => [
        ...Array.from({ length: 8 }, (_, i) => ({
          price: middle + way * (5 + 10 * i + draw(3)),
          lots: 1 + draw(5_000),
        })),
        { price: middle + way * 20_000, lots: 77 },
      ];
      messages.push({ ...of, type: "book", bids: levels(-1), asks: levels(1), sourceTime: time - 5 });
    }
    if (beat % 8 === 0) messages.push({ ...of, type: "index", points: middle * 100 + draw(50) });
    if (beat % 8 === 4) messages.push({ ...of, type: "mark", points: middle * 100 + draw(50) });
    if (beat % 100 === 0) messages.push({ ...of, type: "rate", rate: 10_000 - draw(30_000) });
    if (beat === 500) messages.push({ ...of, type: "withdraw" });
    return messages;
  });
}

/** A recorder of what a source says in each beat, and its folder. */
async function recorderOf(
  beats: readonly (readonly SourceMessage[])[],
  packing: Packing,
  folder = temporaryDirectory(),
) {
  const source = {
    name: "script",
    contracts: [0],
    play: async (time: number, say: (message: SourceMessage) => void) =>
      beats[(time - START) / RECORD_BEAT_MS]!.forEach(say),
    close: async () => undefined,
  };
  const recorder = new Recorder({
    source,
    contracts: [{ ...CONTRACT, pair: "BTCUSDT" }],
    exchange: "script",
    folder,
    packing,
    kinds: recordedKinds,
  });
  return { folder, recorder, beat: (number: number) => recorder.beat(START + number * RECORD_BEAT_MS) };
}

async function recorded(beats: readonly (readonly SourceMessage[])[], packing: Packing): Promise<string> {
  const { folder, recorder, beat } = await recorderOf(beats, packing);
  for (const number of beats.keys()) await beat(number);
  await recorder.close();
  expect(recorder.bytes.get("BTCUSDT")).toBeGreaterThan(1_000);
  return folder;
}

test.each(packings)(
  "trades, books, index, mark and rate come back as they were, packed as %s",
  async (packing) => {
    const beats = script(7);
    const folder = await recorded(beats, packing);
    const scenario = await readReplay(folder, { from: START - 1_000, to: START + BEATS * RECORD_BEAT_MS });
    const played = await scenario.source!.open([CONTRACT], START - 1_000, () => undefined);
    onTestFinished(() => played.close());
    const last = new Map<string, SourceMessage>();
    const said: SourceMessage[] = [];
    const wanted = new Map<string, SourceMessage>();
    const wantedSaid: SourceMessage[] = [];
    const hear = (message: SourceMessage, into: Map<string, SourceMessage>, all: SourceMessage[]) => {
      const { type } = message;
      if (type === "trade") all.push({ ...message, trade: { ...message.trade, sourceTime: undefined } });
      else if (type === "book") {
        const book = { ...message, sourceTime: undefined };
        into.set("book", book);
        all.push(book);
      } else into.set(type === "withdraw" ? "book" : type, message);
    };
    for (const [beat, messages] of beats.entries()) {
      for (const message of messages) hear(message, wanted, wantedSaid);
      await played.play(START + beat * RECORD_BEAT_MS + 1, (message) => hear(message, last, said));
      for (const type of ["book", "index", "mark", "rate"])
        expect([beat, last.get(type)]).toEqual([beat, wanted.get(type)]);
    }
    expect(said).toEqual(wantedSaid);
    expect(said.length).toBeGreaterThan(1_000);
  },
);

test("the files are those of the archives: one a kind and day, named and headed as theirs", async () => {
  const folder = await recorded(script(3), "plain");
  const names = (await readdir(folder)).sort();
  expect(names).toEqual(
    [
      ...["1m", "aggTrades", "book", "bookDepth", "bookTicker", "derivativeTicker"].flatMap((kind) =>
        ["05", "06"].map((day) => `BTCUSDT-${kind}-2026-01-${day}.csv`),
      ),
      "BTCUSDT-fundingRate-2026-01.csv",
    ].sort(),
  );
  const text = async (name: string) =>
    (await readFile(join(folder, `BTCUSDT-${name}.csv`), "utf8")).trim().split("\n");
  expect((await text("aggTrades-2026-01-05"))[0]).toBe(
    "agg_trade_id,price,quantity,first_trade_id,last_trade_id,transact_time,is_buyer_maker",
  );
  // The settlement at midnight paid the rate that was said last before it.
  const rates = await text("fundingRate-2026-01");
  expect(rates).toHaveLength(2);
  expect(rates[1]).toMatch(/^1767657600000,8,-?0\.000\d{5}$/);
  // As far as the book is known: two percent, not three.
  const depth = (await text("bookDepth-2026-01-05")).slice(1, 5).map((line) => line.split(",")[1]);
  expect(depth).toEqual(["-1", "-2", "1", "2"]);
  // Candles are those of the trades.
  const minute = START + 30_000;
  const trades = [
    ...(await text("aggTrades-2026-01-05")).slice(1),
    ...(await text("aggTrades-2026-01-06")).slice(1),
  ]
    .map((line) => line.split(","))
    .filter(([, , , , , time]) => Number(time) >= minute && Number(time) < minute + 60_000);
  const candle = (await text("1m-2026-01-05")).find((line) => line.startsWith(`${minute},`))!.split(",");
  expect(candle[1]).toBe(trades[0]![1]);
  expect(candle[4]).toBe(trades.at(-1)![1]);
  expect(Number(candle[8])).toBe(trades.length);
  expect(Number(candle[5])).toBeCloseTo(
    trades.reduce((sum, [, , size]) => sum + Number(size), 0),
    6,
  );
  const bought = trades.filter(([, , , , , , buyerIsMaker]) => buyerIsMaker === "false");
  expect(Number(candle[9])).toBeCloseTo(
    bought.reduce((sum, [, , size]) => sum + Number(size), 0),
    6,
  );
});

test("a late beat does not end the candle of a minute whose trades may be unread", async () => {
  const trade = (price: number, sourceTime: number): SourceMessage => ({
    ...{ type: "trade", contract: 0 },
    trade: { takerSide: BUY, price, lots: 10_000, sourceTime },
  });
  const minute = START + 30_000;
  const beats: SourceMessage[][] = Array.from({ length: 130 }, () => []);
  beats[0] = [trade(900_000, START)];
  beats[125] = [{ type: "late", contract: 0, ms: 4_900 }];
  beats[126] = [trade(900_010, minute - 1_000)];
  const { folder, recorder, beat } = await recorderOf(beats, "plain");
  for (const number of [0, 105, 125, 126, 127]) await beat(number);
  await recorder.close();
  const rows = (await readFile(join(folder, "BTCUSDT-1m-2026-01-05.csv"), "utf8")).trim().split("\n");
  expect(rows[1]!.split(",").slice(0, 6)).toEqual([
    ...[String(minute - 60_000), "90000.0", "90001.0", "90000.0", "90001.0"],
    "2.0000",
  ]);
});

test("a packed file is whole, and there is nothing else", async () => {
  const folder = await recorded(script(3), "zip");
  expect((await readdir(folder)).every((name) => name.endsWith(".zip"))).toBe(true);
  const lines: string[] = [];
  for await (const part of linesOf(join(folder, "BTCUSDT-aggTrades-2026-01-05.zip"))) {
    expect(part.file).toMatch(/!BTCUSDT-aggTrades-2026-01-05\.csv$/);
    lines.push(...part.lines);
  }
  expect(lines.length).toBeGreaterThan(100);
});

test("each day's book begins whole", async () => {
  const beats = script(5);
  const folder = await recorded(beats, "plain");
  const midnight = START + 90_000;
  const scenario = await readReplay(folder, { from: midnight, to: midnight + 60_000 });
  const played = await scenario.source!.open([CONTRACT], midnight, () => undefined);
  onTestFinished(() => played.close());
  let last: SourceMessage | undefined;
  await played.play(midnight + 30_000 + 1, (message) => {
    if (message.type === "book") last = { ...message, sourceTime: undefined };
  });
  const until = (midnight + 30_000 - START) / RECORD_BEAT_MS;
  const wanted = beats
    .slice(0, until + 1)
    .flat()
    .findLast(({ type }) => type === "book");
  expect(last).toEqual({ ...wanted, sourceTime: undefined });
});

/** What a folder says from its beginning to a beat. */
async function playedOf(folder: string, last: number): Promise<readonly SourceMessage[]> {
  const scenario = await readReplay(folder, { from: START - 1_000, to: START + (last + 1) * RECORD_BEAT_MS });
  const played = await scenario.source!.open([CONTRACT], START - 1_000, () => undefined);
  onTestFinished(() => played.close());
  const said: SourceMessage[] = [];
  await played.play(START + last * RECORD_BEAT_MS + 1, (message) => said.push(message));
  return said;
}

const tradesIn = (messages: readonly SourceMessage[]) =>
  messages
    .flatMap((message) => (message.type === "trade" ? [message.trade] : []))
    .map(({ price, lots }) => [price, lots]);

test.each(packings)(
  "a recording goes on in the files of an earlier one of that day, packed as %s",
  async (packing) => {
    const beats = script(9);
    const first = await recorderOf(beats, packing);
    for (let number = 0; number < 150; number++) await first.beat(number);
    await first.recorder.close();
    const names = await readdir(first.folder);
    const second = await recorderOf(beats, packing, first.folder);
    for (let number = 150; number < 300; number++) await second.beat(number);
    await second.recorder.close();
    expect(await readdir(first.folder)).toEqual(names);
    expect(tradesIn(await playedOf(first.folder, 300))).toEqual(tradesIn(beats.slice(0, 300).flat()));
  },
);

test("a line that a crash has torn is cut back when a recording goes on", async () => {
  const beats = script(9);
  const first = await recorderOf(beats, "plain");
  for (let number = 0; number < 150; number++) await first.beat(number);
  for (const name of await readdir(first.folder)) {
    const path = join(first.folder, name);
    await truncate(path, (await stat(path)).size - 7);
  }
  const second = await recorderOf(beats, "plain", first.folder);
  for (let number = 150; number < 300; number++) await second.beat(number);
  await second.recorder.close();
  const [before, after] = [beats.slice(0, 150), beats.slice(150, 300)].map((part) => tradesIn(part.flat()));
  expect(tradesIn(await playedOf(first.folder, 300))).toEqual([...before!.slice(0, -1), ...after!]);
});

test("of a file and its packed one, which a crash leaves, the file is played", async () => {
  const beats = script(9);
  const { folder, recorder, beat } = await recorderOf(beats, "plain");
  for (let number = 0; number < 150; number++) await beat(number);
  const path = join(folder, "BTCUSDT-aggTrades-2026-01-05.csv");
  await copyFile(path, `${path}.kept`);
  await pack(path, "zip");
  await copyFile(`${path}.kept`, path);
  for (let number = 150; number < 300; number++) await beat(number);
  await recorder.close();
  expect(tradesIn(await playedOf(folder, 300))).toEqual(tradesIn(beats.slice(0, 300).flat()));
});

test("a book that is withdrawn as a day begins is withdrawn when it is played", async () => {
  const beats: SourceMessage[][] = Array.from({ length: BEATS }, () => []);
  const sourceTime = undefined;
  const trade = { takerSide: BUY, price: 900_000, lots: 100, sourceTime };
  const book: SourceMessage = {
    ...{ type: "book", contract: 0, sourceTime },
    bids: [{ price: 899_990, lots: 5 }],
    asks: [{ price: 900_010, lots: 7 }],
  };
  const midnight = 360;
  beats[0] = [{ type: "trade", contract: 0, trade }];
  beats[1] = [book];
  beats[midnight + 4] = [{ type: "withdraw", contract: 0 }];
  beats[midnight + 8] = [{ type: "trade", contract: 0, trade }];
  beats[midnight + 12] = [book];
  const folder = await recorded(beats, "plain");
  const lastAt = async (beat: number) =>
    (await playedOf(folder, beat)).findLast(({ type }) => type === "book" || type === "withdraw")?.type;
  expect(await lastAt(midnight + 3)).toBe("book");
  expect(await lastAt(midnight + 9)).toBe("withdraw");
  expect(await lastAt(midnight + 13)).toBe("book");
});
