import { expect, test } from "vitest";
import { SimulatedClock } from "../../../../../test/host/simulatedClock.ts";
import type { AccountUpdate } from "../../../../kernel/core/index.ts";
import { STATE_OPEN } from "../../../../kernel/core/index.ts";
import { HistoryBehindError } from "../../../readmodel/index.ts";
import { ClientBarrier } from "../../clientBarrier.ts";
import type { FollowedUpdate } from "./accountFeed.ts";
import { AccountFeed } from "./accountFeed.ts";

const ACCOUNT = 7;
const ORDER = 40;

test("pushes, and time that runs as fast as it can, wait for the fills that a live order had before, also where history is behind at first", async () => {
  const told: (FollowedUpdate | string)[] = [];
  let happen = (_update: AccountUpdate): void => undefined;
  let commit = (): void => undefined;
  const committed = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let isBehind = true;
  const barrier = new ClientBarrier(new SimulatedClock({ seed: 1 }));
  barrier.begin({ thinkMs: 0, clients: 0 });
  const feed = new AccountFeed({
    engine: {
      watch(_account: number, listener: typeof happen) {
        happen = listener;
        return () => undefined;
      },
      query: async () => [{ order: ORDER, size: 10, remaining: 4 }],
    },
    history: {
      async fills() {
        if (isBehind) throw new HistoryBehindError(5, 9);
        const rows = [
          { fill: 2, trade: 2, size: 3, value: 330n },
          { fill: 1, trade: 1, size: 3, value: 270n },
        ];
        return { rows, total: 2, more: false };
      },
      async settle() {
        told.push("behind");
        await committed;
        isBehind = false;
      },
    },
    barrier,
    log: { warn: (_fields: object, text: string) => told.push(text) },
    now: () => 0,
    alarm: undefined,
  } as never);
  const update = { time: 0, pushDelayMs: 0, orders: [{ order: ORDER, state: STATE_OPEN }], fills: [] };
  const pushed = new Promise<void>((resolve) => {
    feed.subscribe(ACCOUNT, {
      ...{ channel: "orders", name: "orders", push: () => undefined },
      encode(followed) {
        told.push(followed);
        resolve();
        return undefined;
      },
    });
  });
  happen(update as unknown as AccountUpdate);
  await new Promise((resolve) => setImmediate(resolve));
  const goesOn = barrier.stopped(0);
  expect(goesOn).toBeDefined();
  commit();
  await Promise.all([pushed, goesOn]);
  const [waited, first] = told;
  expect(waited).toBe("behind");
  expect((first as FollowedUpdate).fillPrices.get(ORDER)).toEqual({
    latest: { fill: 2, trade: 2, size: 3, value: 330n },
    max: { fill: 2, trade: 2, size: 3, value: 330n },
    min: { fill: 1, trade: 1, size: 3, value: 270n },
  });
});
