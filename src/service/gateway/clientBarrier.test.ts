import { beforeEach, describe, expect, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import type { Listener } from "./clientBarrier.ts";
import { ClientBarrier } from "./clientBarrier.ts";

/** Whom market time waits for while it runs as fast as it can. */

const THINK_MS = 20;

class Peer implements Listener {
  sent = 0;
  probes = 0;
  readonly stands: number[] = [];

  probe(): void {
    this.probes++;
  }

  stand(time: number): void {
    this.sent++;
    this.stands.push(time);
  }
}

let host: SimulatedClock;
let barrier: ClientBarrier;
beforeEach(() => {
  host = new SimulatedClock({ seed: 1 });
  barrier = new ClientBarrier(host);
});

function joined(): Peer {
  const peer = new Peer();
  barrier.joined(peer);
  return peer;
}

/** Stops at a time; whether it waits, and when it has gone on, in ms of the host. */
function stop(time: number): { readonly waits: boolean; wentOnMs: () => number | undefined } {
  let wentOnMs: number | undefined;
  const wait = barrier.stopped(time);
  void wait?.then(() => {
    wentOnMs = host.monotonicMs();
  });
  return { waits: wait !== undefined, wentOnMs: () => wentOnMs };
}

/** Lets microtasks and timers run until none is left. */
async function drain(): Promise<void> {
  do await Promise.resolve().then(() => undefined);
  while (await host.step());
  for (let i = 0; i < 5; i++) await Promise.resolve();
}

const settled = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await Promise.resolve();
};

describe("nobody acknowledges", () => {
  beforeEach(() => barrier.begin({ thinkMs: THINK_MS, clients: 0 }));

  test("whoever is told nothing and does nothing lets time go on at once", () => {
    joined();
    expect(stop(1).waits).toBe(false);
    expect(barrier.varies).toBe(false);
  });

  test("a request under way is waited for, and then for as long as a client thinks", async () => {
    let answer = (): void => {};
    const request = barrier.during(
      () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
    );
    const at = stop(1);
    await drain();
    expect([at.waits, at.wentOnMs()]).toEqual([true, undefined]);
    answer();
    await request;
    await drain();
    expect(at.wentOnMs()).toBe(THINK_MS);
    expect(barrier.varies).toBe(true);
    expect(stop(2).waits).toBe(false);
  });

  test("who is pushed something is asked for a pong, and has time to think behind it", async () => {
    const peer = joined();
    peer.sent++;
    const at = stop(1);
    await drain();
    expect([peer.probes, at.wentOnMs()]).toEqual([1, undefined]);
    barrier.answered(peer);
    await drain();
    expect(at.wentOnMs()).toBe(THINK_MS);
    expect(barrier.varies).toBe(true);
  });

  test("each message begins the time to think anew", async () => {
    const peer = joined();
    barrier.heard(peer);
    const at = stop(1);
    expect(at.waits).toBe(true);
    host.setTimer(15, () => barrier.heard(peer));
    await drain();
    expect(at.wentOnMs()).toBe(15 + THINK_MS);
  });

  test("who leaves is not waited for", async () => {
    const peer = joined();
    peer.sent++;
    const at = stop(1);
    barrier.left(peer);
    await drain();
    expect(at.wentOnMs()).toBe(0);
  });

  test("once time does not run any more nobody waits", async () => {
    const peer = joined();
    peer.sent++;
    const at = stop(1);
    barrier.end();
    await settled();
    expect(at.wentOnMs()).toBe(0);
  });
});

describe("who acknowledges", () => {
  test("is told at each stop and waited for until it is ready, however long; nothing varies", async () => {
    const peer = joined();
    barrier.begin({ thinkMs: THINK_MS, clients: 1 });
    barrier.ready(peer, undefined);
    for (const time of [10, 20]) {
      const at = stop(time);
      host.setTimer(12_345, () => barrier.ready(peer, undefined));
      await drain();
      expect(at.wentOnMs()).toBe(host.monotonicMs());
    }
    expect(peer.stands).toEqual([10, 20]);
    expect(barrier.varies).toBe(false);
  });

  test("may say until when it needs not be told, and is told before if it is pushed something", async () => {
    const peer = joined();
    barrier.begin({ thinkMs: THINK_MS, clients: 0 });
    barrier.ready(peer, 100);
    expect(barrier.nextStop).toBe(100);
    expect(stop(50).waits).toBe(false);
    peer.sent++;
    expect(stop(60).waits).toBe(true);
    barrier.ready(peer, 100);
    await settled();
    expect(stop(99).waits).toBe(false);
    expect(stop(100).waits).toBe(true);
    expect(peer.stands).toEqual([60, 100]);
  });

  test("whose requests are waited for, but not thought about", async () => {
    const peer = joined();
    barrier.begin({ thinkMs: THINK_MS, clients: 0 });
    barrier.ready(peer, 1_000);
    await barrier.during(async () => undefined);
    expect(stop(1).waits).toBe(false);
    expect(barrier.varies).toBe(false);
  });

  test("must be there in the number that was asked for", async () => {
    barrier.begin({ thinkMs: THINK_MS, clients: 2 });
    const [one, two] = [joined(), joined()];
    barrier.ready(one, 1_000);
    const at = stop(1);
    await drain();
    expect(at.wentOnMs()).toBeUndefined();
    barrier.ready(two, 1_000);
    await settled();
    expect(at.wentOnMs()).toBe(0);
  });
});
