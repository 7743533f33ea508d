import { describe, expect, test } from "vitest";
import { Audience } from "./audience.ts";
import { Flusher } from "./flusher.ts";
import type { Frame } from "./frame.ts";
import { encodeFrame } from "./frame.ts";
import { BACKLOG_CONFLATED_BYTES, BACKLOG_MAX_BYTES, Outbox } from "./outbox.ts";

/** A socket whose peer reads when told to. */
class Peer {
  readonly writes: Buffer[] = [];
  writableLength = 0;
  isReading = true;
  corks = 0;

  write(bytes: Uint8Array): boolean {
    this.writes.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    if (!this.isReading) this.writableLength += bytes.length;
    return this.isReading;
  }

  cork(): void {
    this.corks++;
  }

  uncork(): void {}

  get texts(): string {
    return Buffer.concat(this.writes).toString("latin1");
  }
}

let now = 0;
const flusher = new Flusher(() => now);
const frame = (text: string): Frame => encodeFrame(text);
const large = encodeFrame("x".repeat(1_000));
const turn = () => new Promise((resolve) => setImmediate(resolve));

function open(peer = new Peer()) {
  const overflows: number[] = [];
  const outbox = new Outbox(peer, flusher, (backlog) => overflows.push(backlog));
  return { peer, outbox, overflows };
}

describe("gathering", () => {
  test("frames of one turn of the loop are one write, in order", async () => {
    const { peer, outbox } = open();
    for (const text of ["a", "b", "c"]) outbox.push(frame(text));
    expect(peer.writes).toEqual([]);
    await turn();
    expect(peer.writes).toHaveLength(1);
    expect(peer.texts).toBe("\x81\x01a\x81\x01b\x81\x01c");
  });

  test("the same frames to many are the same bytes in memory", async () => {
    const many = Array.from({ length: 10 }, () => open());
    const frames = ["a", "b"].map(frame);
    for (const { outbox } of many) for (const each of frames) outbox.push(each);
    await turn();
    const buffers = new Set(many.map(({ peer }) => peer.writes[0]!.buffer));
    const offsets = new Set(many.map(({ peer }) => peer.writes[0]!.byteOffset));
    expect([buffers.size, offsets.size]).toEqual([1, 1]);
  });

  test("others' frames stay others'", async () => {
    const [one, two, three] = [open(), open(), open()];
    const shared = frame("s");
    for (const { outbox } of [one, two, three]) outbox.push(shared);
    one.outbox.push(frame("1"));
    two.outbox.push(frame("2"));
    await turn();
    expect(one.peer.texts).toBe("\x81\x01s\x81\x011");
    expect(two.peer.texts).toBe("\x81\x01s\x81\x012");
    expect(three.peer.texts).toBe("\x81\x01s");
  });

  test("many connections are written to in slices, between which the loop turns", async () => {
    const many = Array.from({ length: 100 }, () => open());
    for (const { outbox } of many) outbox.push(large);
    const written = () => many.filter(({ peer }) => peer.writes.length > 0).length;
    const seen: number[] = [];
    while (written() < 100) {
      await turn();
      seen.push(written());
    }
    expect(seen.length).toBeGreaterThan(2);
    expect(seen[0]).toBeLessThan(100);
  });

  test("a frame that comes while a connection waits for its turn joins its write", async () => {
    const many = Array.from({ length: 100 }, () => open());
    for (const { outbox } of many) outbox.push(large);
    await turn();
    for (const { outbox } of many) outbox.push(frame("b"));
    await turn();
    await turn();
    await turn();
    await turn();
    await turn();
    await turn();
    await turn();
    await turn();
    expect(many.at(-1)!.peer.writes).toHaveLength(1);
    expect(many[0]!.peer.writes).toHaveLength(2);
  });
});

describe("a peer that does not read", () => {
  test("is given up with a frame that would go past the limit, which is never passed", async () => {
    const { peer, outbox, overflows } = open();
    peer.isReading = false;
    let most = 0;
    for (let i = 0; i < 2_000; i++) {
      outbox.push(large);
      if (i % 7 === 0) await turn();
      most = Math.max(most, outbox.backlog);
    }
    expect(overflows).toHaveLength(1);
    expect(most).toBeLessThanOrEqual(BACKLOG_MAX_BYTES);
    expect(most).toBeGreaterThan(BACKLOG_MAX_BYTES - 10 * large.length);
  });

  test("one that reads takes any amount in one turn", () => {
    const { outbox, overflows } = open();
    for (let i = 0; i < 5_000; i++) outbox.push(large);
    expect(overflows).toEqual([]);
  });

  test("leaves the last three quarters to what nothing makes up for", async () => {
    const { peer, outbox, overflows } = open();
    peer.isReading = false;
    let taken = 0;
    while (outbox.offer(large, () => {})) {
      taken++;
      await turn();
    }
    expect(outbox.backlog).toBeLessThanOrEqual(BACKLOG_CONFLATED_BYTES);
    expect(taken * large.length).toBeGreaterThan(BACKLOG_CONFLATED_BYTES - 2 * large.length);
    outbox.push(large);
    expect(overflows).toEqual([]);
  });
});

describe("an audience", () => {
  test("shows a stalled listener a snapshot once it has read everything, and nothing in between", async () => {
    let state = 0;
    const audience = new Audience("conflate", () => frame(`snapshot ${state}`));
    const slow = open();
    const healthy = open();
    audience.join(slow.outbox);
    audience.join(healthy.outbox);
    await turn();
    slow.peer.isReading = false;
    slow.peer.writableLength = BACKLOG_CONFLATED_BYTES;
    for (state = 1; state <= 5; state++) audience.publish(frame(`change ${state}`));
    await turn();
    expect(slow.peer.texts).not.toContain("change");
    expect(healthy.peer.texts).toContain("change 5");
    slow.peer.isReading = true;
    slow.peer.writableLength = 0;
    slow.outbox.drained();
    audience.publish(frame("change 6"));
    await turn();
    expect(slow.peer.texts.match(/\w+ \d/g)).toEqual(["snapshot 0", "snapshot 6", "change 6"]);
  });

  test("that misses nothing takes pushes past where others leave them out", async () => {
    const audience = new Audience("every");
    const { peer, outbox, overflows } = open();
    audience.join(outbox);
    peer.isReading = false;
    peer.writableLength = BACKLOG_CONFLATED_BYTES;
    audience.publish(large);
    await turn();
    expect(peer.writes).toHaveLength(1);
    peer.writableLength = BACKLOG_MAX_BYTES;
    audience.publish(large);
    expect(overflows).toEqual([BACKLOG_MAX_BYTES]);
  });

  test("who left hears nothing, not even what it waited for", async () => {
    const audience = new Audience("conflate", () => frame("snapshot"));
    const { peer, outbox } = open();
    const leave = audience.join(outbox);
    await turn();
    peer.writableLength = BACKLOG_CONFLATED_BYTES;
    audience.publish(large);
    leave();
    peer.writableLength = 0;
    outbox.drained();
    audience.publish(large);
    await turn();
    expect(peer.writes).toHaveLength(1);
    expect(audience.size).toBe(0);
  });
});

test("a peer lags from the first frame that finds something unread until it has read everything", async () => {
  const { peer, outbox } = open();
  const send = async (atMs: number) => {
    now = atMs;
    outbox.push(frame("a"));
    await turn();
  };
  await send(10);
  expect(outbox.lagMs(15)).toBe(0);
  peer.isReading = false;
  for (const atMs of [20, 30, 40]) await send(atMs);
  expect(outbox.lagMs(50)).toBe(20);
  peer.writableLength = 0;
  expect(outbox.lagMs(50)).toBe(0);
  peer.isReading = true;
  await send(60);
  expect(outbox.lagMs(70)).toBe(0);
  peer.isReading = false;
  await send(80);
  await send(90);
  expect(outbox.lagMs(95)).toBe(5);
});
