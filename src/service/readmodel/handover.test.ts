import { expect, test } from "vitest";
import { btc } from "../../../test/core/contracts.ts";
import { Driver, placeOrder } from "../../../test/core/driver.ts";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { Recorder } from "../../../test/readmodel/recorder.ts";
import { OPEN_LONG } from "../../kernel/core/index.ts";
import { SeededRng } from "../../kernel/host/seededRng.ts";
import { takenOver } from "./handover.ts";
import { EXPORTS, exportNames, exportRows, type History, openHistory, type StoreHandover } from "./index.ts";

/** What trades of three accounts make of history, in frames. */
function frames() {
  const exchange = new Recorder();
  const driver = new Driver([btc], undefined, exchange);
  driver.audits = false;
  driver.index(60_000_000);
  const accounts = ["ann", "bob", "cid"].map((name) => driver.user(name, 100_000));
  const rng = new SeededRng(5);
  const draw = (below: number): number => rng.uint32() % below;
  for (let turn = 0; turn < 2_000; turn++) {
    if (turn % 50 === 0) driver.wait(60_000);
    const price = 600_000 + (draw(9) - 4) * 10;
    driver.execute(
      placeOrder({ account: accounts[draw(3)]!, action: OPEN_LONG + draw(4), price, size: 1 + draw(9) }),
    );
  }
  return exchange.frames;
}

async function inMemory(): Promise<History> {
  return openHistory({ path: undefined, clock: new SimulatedClock({ seed: 1 }) });
}

test("is of one moment, in small pieces, however much is written between them", async () => {
  const all = frames();
  const half = all.length >> 1;
  for (const what of EXPORTS) {
    const [still, written] = [await inMemory(), await inMemory()];
    for (const frame of all.slice(0, half)) for (const history of [still, written]) void history.apply(frame);
    const later = all.slice(half);
    let pieces = 0;
    const next = async (of: Iterator<{ readonly rows: readonly unknown[] }>, between: () => void) => {
      const { value } = of.next();
      expect(value?.rows.length ?? 0).toBeLessThanOrEqual(256);
      between();
      pieces++;
      return value;
    };
    const writeMore = () => {
      for (const frame of later.splice(0, 100)) void written.apply(frame);
      void written.settle();
    };
    const taken = async (history: History, between: () => void) => {
      const of = ((await history.source()) as StoreHandover).pieces(what, {});
      const database = await takenOver(
        () => next(of, between) as ReturnType<Parameters<typeof takenOver>[0]>,
      );
      const rows = [...exportRows(database, what, {})];
      expect(exportNames(database).accounts.size).toBeGreaterThan(3);
      database.close();
      return rows;
    };
    const expected = await taken(still, () => {});
    const found = await taken(written, writeMore);
    expect(found.length, what).toBeGreaterThan(40);
    expect(found, what).toEqual(expected);
    expect(pieces).toBeGreaterThan(10);
    for (const history of [still, written]) await history.close();
  }
});
