import { describe, expect, test } from "vitest";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import type { FencedLog } from "../../src/kernel/journal/fenced/fencedLog.ts";
import { SimulatedClock } from "../host/simulatedClock.ts";
import { frameText, randomFrame, readAll } from "../simulation/journalFrames.ts";
import { ArrivesLate, MemoryLogStore, type StoreCall } from "./memoryLogStore.ts";

/** What a log that nodes share does when contact is lost, at each point of an append. */

const refusal = (reason: string) => expect.objectContaining({ name: "LogError", reason });
const rng = new SeededRng(1);
const frame = (count = 1) => ({ ...randomFrame(rng, 300), count });

async function bed() {
  const clock = new SimulatedClock({ seed: 1 });
  const store = new MemoryLogStore({ clock, format: 1 });
  const lead = async (log: FencedLog, node: string) => {
    const { renewals } = await log.lease.look();
    await log.lease.take({ node, address: "127.0.0.1:1" }, 2_000, renewals);
    return (await log.acquire()).epoch;
  };
  const a = await store.open("a");
  const epoch = await lead(a, "a");
  await a.append(epoch, 1, frame());
  /** The next matching call meets this, once. */
  const next = (operation: StoreCall["operation"], leg: StoreCall["leg"], meets: () => Promise<void>) => {
    store.way = (call) => {
      if (call.operation !== operation || call.leg !== leg || call.name !== "a") return undefined;
      store.way = () => {};
      return meets();
    };
  };
  return { clock, store, a, epoch, lead, next };
}

describe("an append in doubt", () => {
  test("that arrives after it was sent again is in the log once", async () => {
    const { clock, a, epoch, next } = await bed();
    let arrive = (): void => {};
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    next("append", "there", async () => {
      throw new ArrivesLate(arrival);
    });
    const sent = frame();
    const appended = a.append(epoch, 2, sent);
    await clock.advance(1_000);
    await appended;
    arrive();
    await clock.advance(1_000);
    expect((await readAll(a, 2)).map(frameText)).toEqual([frameText(sent)]);
    expect(await a.refresh()).toMatchObject({ nextSeq: 3 });
  });
});

test("an append held until another node leads is fenced, whether or not it has happened", async () => {
  for (const leg of ["there", "back"] as const) {
    const { clock, store, a, epoch, lead, next } = await bed();
    let go = (): void => {};
    next("append", leg, () => new Promise((resolve) => (go = () => resolve())));
    const held = a.append(epoch, 2, frame());
    const b = await store.open("b");
    await clock.advance(3_000);
    const epochB = await lead(b, "b");
    expect(epochB).toBe(epoch + 1);
    const happened = leg === "back";
    expect(b.head().nextSeq).toBe(happened ? 3 : 2);
    go();
    if (happened) await held;
    else await expect(held).rejects.toEqual(refusal("fenced"));
    await expect(a.append(epoch, a.head().nextSeq, frame())).rejects.toEqual(refusal("fenced"));
    await b.append(epochB, b.head().nextSeq, frame());
  }
});

test("a frame that the leader sends is taken if it continues what this node has seen, else the log is read", async () => {
  const { store, a, epoch } = await bed();
  const b = await store.open("b");
  const sent: Uint8Array[] = [];
  a.onAppended = (stored) => sent.push(stored.slice());
  for (const seq of [2, 3, 4]) await a.append(epoch, seq, frame());
  const [second, third, fourth] = sent as [Uint8Array, Uint8Array, Uint8Array];
  const elsewhere = await bed(); // a log with other bytes before
  elsewhere.a.onAppended = (stored) => sent.push(stored.slice());
  await elsewhere.a.append(elsewhere.epoch, 2, frame());
  const flipped = second.map((byte, at) => (at === second.length - 1 ? byte ^ 1 : byte));
  for (const other of [third, sent[3]!, flipped, second.subarray(0, 50), new Uint8Array(0)])
    expect(b.receive(other)).toBeUndefined();
  expect(b.head().nextSeq).toBe(2);
  expect(frameText(b.receive(second)!)).toBe((await readAll(a, 2)).map(frameText)[0]);
  expect(b.receive(second)).toBeUndefined();
  await a.append(epoch, 5, frame());
  await b.refresh();
  expect(b.receive(fourth)).toBeUndefined(); // it was read
  expect(b.head()).toEqual(a.head());
  expect((await readAll(b, 2)).map(frameText)).toEqual((await readAll(a, 2)).map(frameText));
});
