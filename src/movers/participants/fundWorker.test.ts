import { expect, test } from "vitest";
import { btc } from "../../../test/core/contracts.ts";
import { Driver, money } from "../../../test/core/driver.ts";
import type { Command } from "../../kernel/core/index.ts";
import {
  CLOSE_LONG,
  CONTRACT_HALTED,
  CONTRACT_TRADING,
  EXTERNAL_ACCOUNT,
  INSURANCE_ACCOUNT,
  MOVE_DEPOSIT,
  OPEN_LONG,
} from "../../kernel/core/index.ts";
import type { EnginePort } from "../../kernel/engine/index.ts";
import { FundWorker } from "./fundWorker.ts";

/** A fund that has taken a long of 1 000 lots over at 60 000; `taken` is what its worker submits. */
function burdened() {
  const venue = new Driver([{ ...btc, orderLotsMin: 10 }]);
  const [trader, maker] = [venue.user("trader", 400), venue.user("maker", 1_000_000)];
  venue.accept({
    type: "moveMoney",
    movement: MOVE_DEPOSIT,
    from: EXTERNAL_ACCOUNT,
    to: INSURANCE_ACCOUNT,
    amount: money("100000"),
  });
  venue.index(60_000_000);
  venue.trade(trader, maker, 600_000, 1_000);
  venue.accept({ type: "liquidate", account: trader, position: 0 });
  const taken: Command[] = [];
  const engine = {
    query: async (query: Parameters<Driver["ask"]>[0]) => venue.ask(query),
    submitAll: async (commands: readonly Command[]) => {
      taken.push(...commands);
      for (const command of commands) venue.accept(command);
      return [];
    },
  } as unknown as EnginePort;
  const size = () =>
    venue.ask({ type: "positions", account: INSURANCE_ACCOUNT, contract: undefined })[0]?.size ?? 0;
  return { venue, maker, engine, taken, size };
}

test("closes a share a beat, at no worse than half a percent from the mark", async () => {
  const { venue, maker, engine, taken, size } = burdened();
  const worker = new FundWorker(engine, 0.25);
  expect(size()).toBe(1_000);
  venue.order({ account: maker, action: OPEN_LONG, price: 596_999, size: 50 });
  await worker.beat();
  expect(taken).toMatchObject([
    { account: INSURANCE_ACCOUNT, action: CLOSE_LONG, price: 597_000, size: 250 },
  ]);
  expect(size()).toBe(1_000); // nobody bids enough
  venue.order({ account: maker, action: OPEN_LONG, price: 597_000, size: 5_000 });
  await worker.beat();
  expect(size()).toBe(750);
  for (let beat = 0; beat < 20; beat++) await worker.beat();
  expect(size()).toBe(0);
  const before = taken.length;
  await worker.beat();
  expect(taken).toHaveLength(before);
});

test("closes a rest smaller than the smallest order whole, and places no order where nothing trades", async () => {
  const { venue, maker, engine, taken, size } = burdened();
  venue.accept({ type: "setContractStatus", contract: 0, status: CONTRACT_HALTED });
  await new FundWorker(engine, 1).beat();
  expect(taken).toEqual([]);
  venue.accept({ type: "setContractStatus", contract: 0, status: CONTRACT_TRADING });
  const worker = new FundWorker(engine, 1);
  venue.order({ account: maker, action: OPEN_LONG, price: 600_000, size: 995 });
  await worker.beat();
  expect(size()).toBe(5);
  venue.order({ account: maker, action: OPEN_LONG, price: 600_000, size: 10 });
  await worker.beat();
  expect(size()).toBe(0);
});
