import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { State } from "../../src/kernel/core/data/state/state.ts";
import { foldFrame } from "../../src/kernel/core/events/fold.ts";
import { writeSnapshot } from "../../src/kernel/core/exchange/snapshot.ts";
import type { Command } from "../../src/kernel/core/index.ts";
import {
  ACCOUNT_USER,
  decode,
  decodeCommands,
  EXTERNAL_ACCOUNT,
  Exchange,
  eventLayouts,
  MOVE_DEPOSIT,
  RecordView,
} from "../../src/kernel/core/index.ts";
import type { DurableFrame } from "../../src/kernel/engine/index.ts";
import {
  Engine,
  exchangeMachine,
  formatTag,
  LocalSnapshotter,
  replayLog,
  Schedule,
  VenueClock,
} from "../../src/kernel/engine/index.ts";
import { MemoryDisk } from "../../src/kernel/host/memoryDisk.ts";
import { NodeDisk } from "../../src/kernel/host/nodeDisk.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import { FileLog } from "../../src/kernel/journal/fileLog.ts";
import { FileSnapshots } from "../../src/kernel/journal/fileSnapshots.ts";
import type { SnapshotStore } from "../../src/kernel/journal/snapshotStore.ts";
import { defaultContracts, Feeds } from "../../src/movers/feeds/index.ts";
import { HOUSE_BEAT_MS, House } from "../../src/movers/participants/index.ts";
import { SimulatedClock } from "../host/simulatedClock.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { tellInOrder } from "../inOrder.ts";
import { Client } from "./client.ts";
import { randomCommand } from "./tape.ts";

const SEEDS = process.env.OUTCRY_LONG === "1" ? 1_000 : 60;
const BEATS = 8;
const COMMANDS_A_BEAT = 25;
const CONTRACTS = 2;
/** A thin market each: users trade with it, and its rows are not most of what is compared. */
const MARKET = { levels: 20, crowdUnits: 0 };
const START = 1_767_225_600_000;

/** A market that has lived: everything that was kept of it. */
interface Lived {
  readonly log: FileLog;
  readonly snapshots: FileSnapshots;
  readonly frames: readonly DurableFrame[];
  readonly digest: Uint8Array;
  readonly state: Uint8Array;
  readonly headSeq: number;
  readonly trades: number;
}

/** Feeds, participants and users on the engine for some beats; frames are cut as they come. */
async function live(seed: number): Promise<Lived> {
  const rng = new SeededRng(seed);
  const disk = new MemoryDisk();
  const log = await FileLog.open(disk, { format: formatTag() });
  const snapshots = new FileSnapshots(disk);
  const clock = VenueClock.frozen(new SimulatedClock({ seed }), START);
  const engine = await Engine.open({
    log,
    snapshots,
    clock,
    machine: exchangeMachine,
    snapshotter: new LocalSnapshotter(exchangeMachine, log, snapshots),
    snapshotEvery: { commands: 60 + rng.below(120), bytes: Number.POSITIVE_INFINITY },
  });
  const frames: DurableFrame[] = [];
  let newestId = 0;
  let trades = 0;
  engine.subscribe((frame) => {
    frames.push({ ...frame, events: frame.events.slice() });
    const view = new RecordView(frame.events);
    let placedAt: number | undefined;
    for (let at = 0; at < view.length; at = view.next(at)) {
      const kind = view.kind(at);
      if (kind === eventLayouts.traded.kind) trades++;
      if (kind === eventLayouts.orderPlaced.kind) placedAt = at;
    }
    if (placedAt !== undefined) newestId = decode(eventLayouts.orderPlaced, view, placedAt).order;
  });
  const must = async (command: Command) => {
    const { rejection, id } = await engine.submit(command);
    expect(rejection).toBeUndefined();
    return id;
  };
  await must({ type: "openVenue", seed, name: "replay", sealedSeed: "" });
  for (const { listing } of defaultContracts.slice(0, CONTRACTS)) await must(listing);
  const accounts: number[] = [];
  for (const name of ["alice", "bob", "carol"]) {
    const account = await must({ type: "openAccount", kind: ACCOUNT_USER, name });
    const amount = 50_000n * 100_000_000n;
    await must({ type: "moveMoney", movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, to: account, amount });
    accounts.push(account);
  }
  const specs = Object.fromEntries(
    defaultContracts
      .slice(0, CONTRACTS)
      .map(({ listing, price }) => [listing.symbol, { type: "generated" as const, price, volatility: 40 }]),
  );
  const contracts = await engine.query({ type: "contracts" });
  const feeds = new Feeds({ engine, contracts, specs, seed, from: START, origin: START });
  await feeds.beat(START);
  const house = await House.start({
    ...{ engine, seed, depth: 1, flow: 5 },
    contracts: Object.fromEntries(Object.keys(specs).map((symbol) => [symbol, MARKET])),
  });
  await house.beat(START);
  const schedule = new Schedule({ clock, engine, onTaskError: (error) => expect.fail(String(error)) });
  schedule.every(1_000, (time) => feeds.beat(time), "feeds");
  schedule.every(HOUSE_BEAT_MS, (time) => house.beat(time), "participants");
  schedule.every(
    1_000,
    async () => {
      const marks = (await engine.query({ type: "contracts" })).map(({ mark }) => Math.round(mark / 100));
      const priceOf = (i: number) => marks[i]!;
      const stage = { accounts, contracts: CONTRACTS, priceOf, newestId: () => newestId };
      const commands = Array.from({ length: COMMANDS_A_BEAT }, () => randomCommand(rng, stage));
      await Promise.all(commands.map((command) => engine.submit(command)));
    },
    "users",
  );
  await schedule.step(BEATS * 1_000 + rng.below(24_000));
  engine.audit();
  const { digest, headSeq } = engine;
  await engine.stop();
  const state = await (await snapshots.newest()).snapshot!.bytes();
  const kept = await FileLog.open(disk, { format: formatTag() });
  return { log: kept, snapshots, frames, digest, state, headSeq, trades };
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

tellInOrder(); // what the tapes did is counted after them

describe("live = replayed = replayed from a snapshot = folded = cut into other frames", () => {
  let trades = 0;
  let fromSnapshots = 0;

  test.each(Array.from({ length: 10 }, (_, i) => i))(`seeds in tenth %i of ${SEEDS}`, async (tenth) => {
    for (let seed = tenth + 1; seed <= SEEDS; seed += 10) {
      const lived = await live(seed);
      trades += lived.trades;

      const whole = await replayLog({ machine: exchangeMachine, log: lived.log, toSeq: lived.headSeq });
      expect(text(whole.digest), `seed ${seed}: digest`).toBe(text(lived.digest));
      expect(text(whole.machine.snapshot()), `seed ${seed}: state`).toBe(text(lived.state));

      // From a snapshot that was taken on the way, not the one of the clean stop.
      const taken = await lived.snapshots.newest({ atMost: lived.headSeq - 1 });
      if (taken.snapshot !== undefined) {
        const some = await replayLog({
          machine: exchangeMachine,
          log: lived.log,
          toSeq: lived.headSeq,
          snapshots: { newest: async () => taken } as unknown as SnapshotStore,
        });
        expect(some.snapshotSeq).toBe(taken.snapshot.info.seq);
        expect(text(some.digest), `seed ${seed}: digest from ${some.snapshotSeq}`).toBe(text(lived.digest));
        expect(text(some.machine.snapshot())).toBe(text(lived.state));
        fromSnapshots++;
      }

      const folded = new State();
      for (const { firstSeq, count, events } of lived.frames) {
        foldFrame(folded, firstSeq, count, new RecordView(events));
      }
      expect(text(writeSnapshot(folded)), `seed ${seed}: folded`).toBe(text(lived.state));

      expect(text(await oneByOne(lived.log)), `seed ${seed}: a frame a command`).toBe(text(lived.state));
    }
  });

  test("the tapes did something", () => {
    expect(trades).toBeGreaterThan(SEEDS * 200);
    expect(fromSnapshots).toBeGreaterThan(SEEDS / 2);
  });
});

/** The same commands at the same times, each in a frame of its own. */
async function oneByOne(log: FileLog): Promise<Uint8Array> {
  const exchange = new Exchange();
  for await (const { time, payload } of log.read(1)) {
    const view = new RecordView(payload);
    for (let at = 0; at < view.length; at = view.next(at)) {
      exchange.beginFrame(exchange.seq + 1, time);
      exchange.execute(view, at);
    }
  }
  return exchange.snapshot();
}

/**
 * What a venue logged: each command with its time. Ciphertext of secrets has a random nonce, so it is left
 * out.
 */
async function journalOf(data: string): Promise<readonly string[]> {
  const log = await FileLog.open(await NodeDisk.open(join(data, "journal")), { format: formatTag() });
  const lines: string[] = [];
  for await (const { time, payload } of log.read(1)) {
    for (const command of decodeCommands(new RecordView(payload))) {
      const shown = command.type === "addKey" ? { ...command, sealedSecret: "" } : command;
      lines.push(
        `${time} ${JSON.stringify(shown, (_, value) => (typeof value === "bigint" ? `${value}n` : value))}`,
      );
    }
  }
  await log.close();
  return lines;
}

test("two venues with the same seed, options and steps log the same; another seed does not", async () => {
  const run = async (seed: number): Promise<readonly string[]> => {
    const data = temporaryDirectory();
    const venue = await startVenue({
      data,
      clock: "test",
      market: "simulated",
      seed,
      masterKey: new Uint8Array(32).fill(1),
      accounts: [{ name: "bot", apiKey: "bot", secret: "secret", passphrase: "pass" }],
    });
    try {
      const bot = new Client(venue.baseUrl, venue.accounts[0]!, () => venue.clock.now());
      for (let i = 0; i < 5; i++) {
        await venue.step(3_000);
        const order = { symbol: "cmt_ethusdt", size: "0.5", type: "1", order_type: "0", match_price: "1" };
        expect((await bot.post("order/placeOrder", order)).status).toBe(200);
        await venue.nextEvent();
      }
    } finally {
      await venue.stop();
    }
    return journalOf(data);
  };
  const [first, again, other] = [await run(7), await run(7), await run(8)];
  expect(first.filter((line) => line.includes('"setHouse"')).length).toBe(8);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});
