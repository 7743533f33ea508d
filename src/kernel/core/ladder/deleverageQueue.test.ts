import fc from "fast-check";
import { expect, it } from "vitest";
import { Driver, placeOrder } from "../../../../test/core/driver.ts";
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  INSURANCE_ACCOUNT,
  ISOLATED,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  SHORT,
} from "../data/codes.ts";
import { DeleverageQueues } from "../data/tables/deleverageQueues.ts";
import { inRank } from "./deleverageQueue.ts";
import { netLots, rank } from "./rank.ts";

const NOBODY = 0;

const ACCOUNTS = 4;

const step = fc.record({
  account: fc.nat(ACCOUNTS - 1),
  action: fc.constantFrom(OPEN_LONG, OPEN_SHORT, CLOSE_LONG, CLOSE_SHORT),
  tick: fc.integer({ min: -1, max: 1 }),
  size: fc.integer({ min: 1, max: 900 }),
  deposit: fc.option(fc.integer({ min: 1, max: 5_000 }), { freq: 4 }),
  /** How far the order is walked before the next change, as a closing would. */
  taken: fc.nat(3),
});

it("a queue that is kept is the order that ranking everybody would give", () => {
  const property = fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), (steps) => {
    const venue = new Driver();
    venue.index(60_000_000);
    const accounts = Array.from({ length: ACCOUNTS }, (_, i) => venue.user(`account ${i}`, 20_000));
    for (const account of accounts.slice(0, 1)) venue.mode(account, ISOLATED);
    const { state } = venue.exchange;
    const contract = state.contracts[0]!;
    const queues = new DeleverageQueues();
    for (const { account, action, tick, size, deposit, taken } of steps) {
      state.deleveraging = queues;
      if (deposit !== null) venue.deposit(accounts[account]!, deposit);
      else venue.execute(placeOrder({ account: accounts[account]!, action, price: 600_000 + tick, size }));
      for (const leg of [LONG, SHORT]) {
        const everybody = rank(state, contract, leg).map(({ position }) => position);
        const net = everybody.filter(
          (p) => netLots(state, p) > 0 && state.positions.account[p] !== INSURANCE_ACCOUNT,
        );
        expect([...inRank(state, queues, { contract, leg, except: NOBODY, whole: true })]).toEqual(everybody);
        expect([...inRank(state, queues, { contract, leg, except: NOBODY, whole: false })]).toEqual(net);
        const walk = inRank(state, queues, { contract, leg, except: NOBODY, whole: false });
        for (let i = 0; i < taken; i++) walk.next();
        const [except] = accounts;
        expect([...inRank(state, queues, { contract, leg, except: except!, whole: true })]).toEqual(
          everybody.filter((p) => state.positions.account[p] !== except),
        );
      }
    }
  });
  fc.assert(property, { numRuns: 40 });
});
