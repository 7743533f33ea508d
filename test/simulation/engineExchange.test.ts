import { expect, test } from "vitest";
import {
  ACCOUNT_USER,
  EXTERNAL_ACCOUNT,
  MOVE_DEPOSIT,
  OPEN_LONG,
  OPEN_SHORT,
} from "../../src/kernel/core/data/codes.ts";
import type { Command } from "../../src/kernel/core/index.ts";
import { decodeEvents, NO_PRESETS, RecordView } from "../../src/kernel/core/index.ts";
import type { Engine } from "../../src/kernel/engine/index.ts";
import {
  exchangeMachine,
  exchangeMachineUrl,
  replayLog,
  Schedule,
  WorkerSnapshotter,
} from "../../src/kernel/engine/index.ts";
import { NodeDisk } from "../../src/kernel/host/nodeDisk.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import { btc } from "../core/contracts.ts";
import { placeOrder } from "../core/driver.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { openBed } from "./engineBed.ts";

/** The engine over the exchange itself, as the venue runs it. */

async function openMarket(engine: Engine): Promise<readonly number[]> {
  await engine.submit({ type: "openVenue", seed: 1, name: "test", sealedSeed: "" });
  await engine.submit({ ...btc, openOrdersMax: 10_000 });
  await engine.submit(index(60_000_000));
  const names = ["alice", "bob", "carol"];
  const opened = await engine.submitAll(
    names.map((name) => ({ type: "openAccount", kind: ACCOUNT_USER, name })),
  );
  const accounts = opened.map(({ id }) => id);
  const amount = 1_000_000n * 100_000_000n;
  const funded = await engine.submitAll(
    accounts.map((to) => ({ type: "moveMoney", movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, to, amount })),
  );
  expect([...opened, ...funded].map(({ rejection }) => rejection)).toEqual(Array(6).fill(undefined));
  return accounts;
}

function index(points: number): Command {
  return { type: "setIndex", prices: [{ contract: 0, points }] };
}

function randomOrders(rng: SeededRng, accounts: readonly number[], count: number): Command[] {
  return Array.from({ length: count }, () =>
    placeOrder({
      account: accounts[rng.below(accounts.length)]!,
      action: rng.oneIn(2) ? OPEN_LONG : OPEN_SHORT,
      price: 599_950 + rng.below(100),
      size: 1 + rng.below(20),
    }),
  );
}

test("orders trade, time passes, a thread snapshots, and a start without a stop gives the same state", async () => {
  const directory = temporaryDirectory();
  const disk = await NodeDisk.open(directory);
  const errors: unknown[] = [];
  const { engine, clock, snapshots, log } = await openBed({
    disk,
    machine: exchangeMachine,
    snapshotter: new WorkerSnapshotter(directory, exchangeMachineUrl),
    snapshotEvery: { commands: 300, bytes: Number.POSITIVE_INFINITY },
    onSnapshotError: (error) => errors.push(error),
    auditEvery: true,
  });
  const accounts = await openMarket(engine);
  const happened: string[] = [];
  engine.subscribe(({ events }) => {
    for (const { event } of decodeEvents(new RecordView(events))) happened.push(event.type);
  });
  const rng = new SeededRng(7);
  const schedule = new Schedule({ clock, engine, onTaskError: (error) => errors.push(error) });
  schedule.every(
    1_000,
    async (time) => {
      await engine.submit(index(60_000_000 + (time % 7_000)));
      await Promise.all(randomOrders(rng, accounts, 20).map((command) => engine.submit(command)));
    },
    "flow",
  );
  await schedule.step(30_000);
  while ((await snapshots.list()).length === 0 && errors.length === 0) await schedule.step(1_000);
  await schedule.step(5_000);
  expect(errors).toEqual([]);
  engine.audit();
  expect(happened.filter((type) => type === "traded").length).toBeGreaterThan(100);

  const again = await openBed({ disk, machine: exchangeMachine });
  expect(again.engine.recovery.snapshotSeq).toBeGreaterThan(0);
  expect(Buffer.compare(again.engine.digest, engine.digest)).toBe(0);
  const whole = await replayLog({ machine: exchangeMachine, log, toSeq: engine.durableSeq });
  expect(Buffer.compare(whole.digest, engine.digest)).toBe(0);
  expect(again.engine.headSeq).toBe(engine.headSeq);
  await engine.stop();
  const stored = (await snapshots.newest()).snapshot!;
  expect(Buffer.compare(await stored.bytes(), whole.machine.snapshot())).toBe(0);
});

test("thousands of triggers at once: every command behind them is executed exactly once", async () => {
  const { engine } = await openBed({ machine: exchangeMachine });
  const accounts = await openMarket(engine);
  const plans = Array.from(
    { length: 2_600 },
    (_, i): Command => ({
      type: "placePlan",
      ...NO_PRESETS,
      position: 0,
      account: accounts[i % 3]!,
      contract: 0,
      action: OPEN_LONG,
      market: false,
      price: 590_000,
      size: 1,
      triggerPrice: 601_000,
      triggerSource: 3,
      marginMode: 0,
      requestHash: 0,
      clientId: "",
    }),
  );
  expect((await engine.submitAll(plans)).filter(({ rejection }) => rejection !== undefined)).toEqual([]);
  const order = (clientId: string): Command =>
    placeOrder({ account: accounts[0]!, action: OPEN_LONG, price: 598_000, size: 7, clientId });
  const placed: string[] = [];
  engine.subscribe(({ events }) => {
    for (const { event } of decodeEvents(new RecordView(events))) {
      if (event.type === "orderPlaced") placed.push(event.clientId);
    }
  });
  const outcomes = await engine.submitAll([index(60_200_000), order("a"), order("b"), order("c")]);
  expect(outcomes.map(({ rejection }) => rejection)).toEqual([undefined, undefined, undefined, undefined]);
  expect(new Set(outcomes.map(({ id }) => id)).size).toBe(4);
  expect(placed.toSorted()).toEqual(["a", "b", "c"]);
  engine.audit();
});
