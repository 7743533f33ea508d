import { expect, it } from "vitest";
import { Driver, money } from "../../../../../test/core/driver.ts";
import {
  MOVE_TRANSFER,
  OPEN_LONG,
  OPEN_SHORT,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_ON_LAST,
} from "../../data/codes.ts";
import { blankOf } from "../../data/encoding/layout.ts";
import type { CommandType, UncheckedCommand } from "../../data/messages/command.ts";
import { commandLayouts } from "../../data/messages/command.ts";
import { MEETS_POOL } from "../../data/tables/accountRules.ts";

/** What a command says that has such a field: as a user of this market would say it. */
const usual = {
  ...{ contract: 0, action: OPEN_LONG, price: 600_000, size: 10 },
  ...{ triggerPrice: 610_000, triggerSource: TRIGGER_ON_LAST, triggerDirection: TRIGGER_AT_OR_ABOVE },
  ...{ takeProfit: true, movement: MOVE_TRANSFER, amount: money("1"), permissions: 3, key: "pool" },
  ...{ cross: 1_000, marginMode: 1, separatedMode: 2, takerRate: 1, which: 3, rebateRate: 1_000 },
  quotes: [{ action: OPEN_LONG, price: 590_000, size: 3 }],
  rows: [{ what: 0, price: 590_000, size: 3 }],
  samples: [{ way: 0, ms: 5 }],
};

const types = (Object.keys(commandLayouts) as CommandType[]).filter((type) => {
  const fields = blankOf(commandLayouts[type]);
  return "account" in fields || "from" in fields;
});

it.each(types)("of the paper pool nobody has a say: %s is refused", (type) => {
  const venue = new Driver();
  const [alice, bob] = [venue.user("alice", 10_000), venue.user("bob", 10_000)];
  venue.index(60_000_000);
  const paper = venue.accept({ type: "openPaper", account: alice, amount: money("10000") }).id;
  const pool = venue.exchange.state.funds[MEETS_POOL]!;
  venue.order({ account: bob, action: OPEN_SHORT, price: 600_000, size: 500 });
  venue.order({ account: paper, action: OPEN_LONG, price: 600_000, size: 50 });
  const [position] = venue.ask({ type: "positions", account: pool, contract: 0 });
  expect(position).toMatchObject({ size: 50 });
  const blank = blankOf(commandLayouts[type]) as object;
  const said = { ...usual, account: pool, from: pool, to: bob, agent: bob, position: position!.position };
  const fields = Object.fromEntries(Object.entries(said).filter(([name]) => name in blank));
  const { events, rejection } = venue.execute({ ...blank, type, ...fields } as unknown as UncheckedCommand);
  expect(rejection === undefined ? events : [], `${type} changes nothing`).toEqual([]);
});
