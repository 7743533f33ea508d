import { expect, test } from "vitest";
import { btc } from "../../../test/core/contracts.ts";
import { Driver } from "../../../test/core/driver.ts";
import { Recorder } from "../../../test/readmodel/recorder.ts";
import {
  ACCOUNT_HOUSE,
  decodeEvent,
  type Event,
  EXTERNAL_ACCOUNT,
  MOVE_DEPOSIT,
  OPEN_LONG,
  RecordView,
} from "../../kernel/core/index.ts";
import { FrameQueue, framesOf } from "./frameQueue.ts";
import type { HistoryFrame } from "./history.ts";
import { RowFilter } from "./rowFilter.ts";
import type { HouseHistory } from "./writer.ts";

/** What crosses to the writer's thread. */

/** A user and a house account: each cancels an order, and they trade with each other. */
function marketOf() {
  const exchange = new Recorder();
  const driver = new Driver([btc], undefined, exchange);
  driver.index(60_000_000);
  const user = driver.user("ann", 100_000);
  const house = driver.accept({ type: "openAccount", kind: ACCOUNT_HOUSE, name: "house" }).id;
  const amount = 1_000_000_00000000n;
  driver.accept({ type: "moveMoney", movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, to: house, amount });
  for (const account of [user, house]) {
    const far = driver.order({ account, action: OPEN_LONG, price: 595_000, size: 3 });
    driver.accept({ type: "cancelOrder", account, order: far.id, plansOnly: false, clientId: "" });
  }
  driver.trade(user, house, 600_000, 5);
  exchange.keep();
  return { frames: exchange.frames, user, house };
}

/** Events of frames with their sequence numbers. */
function eventsOf(frames: readonly HistoryFrame[]): { readonly seq: number; readonly event: Event }[] {
  return frames.flatMap(({ firstSeq, events }) => {
    const view = new RecordView(events);
    const list: { seq: number; event: Event }[] = [];
    for (let at = 0; at < view.length; at = view.next(at))
      list.push({ seq: firstSeq + view.index(at), event: decodeEvent(view, at) });
    return list;
  });
}

function crossing(
  frames: readonly HistoryFrame[],
  houseHistory: HouseHistory,
  known: readonly number[] = [],
) {
  const queue = new FrameQueue(new RowFilter(houseHistory, known));
  const bytes = frames.map((frame) => queue.push(frame));
  const batch = queue.take();
  expect(queue.isEmpty).toBe(true);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBe(batch.events.byteLength);
  const taken = framesOf(batch);
  expect(taken.map(({ firstSeq, count, time }) => [firstSeq, count, time])).toEqual(
    frames.map(({ firstSeq, count, time }) => [firstSeq, count, time]),
  );
  return eventsOf(taken);
}

test.each(["none", "full"] as const)(
  "with %s of the house's history, the events that leave rows cross, whole",
  (houseHistory) => {
    const { frames, user, house } = marketOf();
    const all = eventsOf(frames);
    const crossed = crossing(frames, houseHistory);
    const ends = (list: typeof all, account: number) =>
      list.filter(({ event }) => event.type === "orderEnded" && event.account === account);
    expect(ends(all, house).length).toBe(2);
    expect(ends(crossed, user)).toEqual(ends(all, user));
    const [, filled] = ends(all, house);
    expect(ends(crossed, house)).toEqual(houseHistory === "full" ? [filled] : []);
    for (const type of ["traded", "moneyMoved", "accountOpened", "indexChanged", "timeAdvanced"] as const) {
      const of = (list: typeof all) => list.filter(({ event }) => event.type === type);
      expect(of(crossed)).toEqual(of(all));
    }
    expect(
      crossed.filter(({ event }) => event.type === "orderPlaced" || event.type === "orderRested"),
    ).toEqual([]);
  },
);

test("house accounts of an earlier run are known", () => {
  const { frames, house } = marketOf();
  const opening = frames.findIndex((frame) =>
    eventsOf([frame]).some(({ event }) => event.type === "accountOpened" && event.account === house),
  );
  const later = frames.slice(opening + 1);
  const ofHouse = (known: readonly number[]) =>
    crossing(later, "none", known).filter(
      ({ event }) => event.type === "orderEnded" && event.account === house,
    );
  expect(ofHouse([house])).toEqual([]);
  expect(ofHouse([]).length).toBe(2);
});
