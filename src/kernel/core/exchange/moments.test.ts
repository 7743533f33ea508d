import fc from "fast-check";
import { expect, test } from "vitest";
import { btc } from "../../../../test/core/contracts.ts";
import { Driver, placeOrder } from "../../../../test/core/driver.ts";
import { HOUSE_RULE, INDEX, openHouseAccount } from "../../../../test/core/house.ts";
import { OPEN_LONG } from "../data/codes.ts";
import type { Command } from "../data/messages/command.ts";
import { HOUSE_CROWD, HOUSE_MAKER, HOUSE_TAKER } from "../data/model/houseFields.ts";
import { Exchange } from "./exchange.ts";

/**
 * What is remembered so that a moment at which nothing is due looks at nothing (who is due next, whose price
 * moves with time, whether an index has moved) is made anew by a restored copy. So a copy that goes on as the
 * original does shows that nothing of it is stale.
 */

const CONTRACTS = 3;
/** After so many steps the copy is restored anew. */
const STEPS_A_COPY = 6;
const USER = 1;

const contract = fc.nat({ max: CONTRACTS - 1 });
const points = fc.integer({ min: INDEX - 400_000, max: INDEX + 400_000 });

type Step = (venue: Driver, house: (contract: number) => HouseAccounts) => Command;
type HouseAccounts = Extract<Command, { type: "setHouse" }>["accounts"];

const index = fc.record({ contract, points }).map(
  (price): Step =>
    () =>
      ({ type: "setIndex", prices: [price] }) as Command,
);
const wait = fc.constantFrom(0, 1, 7, 333, 1_000, 1_001, 2_500, 9_000).map(
  (ms): Step =>
    (venue) => {
      venue.time += ms;
      return { type: "advanceTime" };
    },
);
const downtime = fc.constant<Step>((venue) => {
  venue.time += 70_000;
  return { type: "advanceTime" };
});
const administer = fc.oneof(
  fc.record({ type: fc.constant("setContractStatus"), contract, status: fc.nat({ max: 2 }) }),
  fc.record({ type: fc.constant("forceFunding"), contract, skip: fc.boolean() }),
  fc.record({
    type: fc.constant("reportPrices"),
    prices: fc.tuple(fc.record({ contract, source: fc.nat({ max: 2 }), points, weight: fc.constant(1) })),
  }),
  fc.record({
    ...{ type: fc.constant("setMarkRule"), contract, method: fc.nat({ max: 2 }) },
    ...{ window: fc.integer({ min: 1, max: 30 }), boundRate: fc.constantFrom(0, 250_000) },
    impactUnits: fc.constantFrom(1_000, 100_000),
  }),
  fc.record({
    type: fc.constant("followSource"),
    contracts: fc.tuple(
      fc.record({
        ...{ contract, sourceMark: fc.oneof(fc.constant(0), points), sourceRate: fc.constant(5_000) },
        ...{ hasSourceRate: fc.nat({ max: 1 }), held: fc.constantFrom(0, 0, 1) },
      }),
    ),
  }),
);
const given = administer.map(
  (command): Step =>
    () =>
      command as Command,
);
const delist = fc.record({ contract, ms: fc.nat({ max: 5_000 }) }).map(
  ({ contract, ms }): Step =>
    (venue) =>
      ({ type: "delistContract", contract, at: venue.time + ms }) as Command,
);
const terms = fc
  .record({ contract, seconds: fc.integer({ min: 10, max: 60 }), apiTradable: fc.boolean() })
  .map(
    ({ contract, seconds, apiTradable }): Step =>
      (venue) =>
        ({
          ...{ type: "changeContract", contract, ...venue.exchange.state.contracts[contract]!.terms },
          ...{ fundingIntervalMs: seconds * 1_000, apiTradable, anyway: true },
        }) as Command,
  );
const houseAgain = fc.record({ contract, seedA: fc.nat({ max: 99 }), acts: fc.boolean() }).map(
  ({ contract, seedA, acts }): Step =>
    (_, house) =>
      ({ ...HOUSE_RULE, contract, seedA, accounts: acts ? house(contract) : [] }) as Command,
);
const order = fc.record({ contract, points, size: fc.integer({ min: 1, max: 20_000 }) }).map(
  ({ contract, points, size }): Step =>
    () =>
      placeOrder({ account: USER, contract, action: OPEN_LONG, price: points / 100, size }) as Command,
);
const step = fc.oneof(
  { weight: 8, arbitrary: index },
  { weight: 10, arbitrary: wait },
  { weight: 1, arbitrary: downtime },
  { weight: 6, arbitrary: given },
  { weight: 1, arbitrary: delist },
  { weight: 2, arbitrary: terms },
  { weight: 2, arbitrary: houseAgain },
  { weight: 3, arbitrary: order },
);

/** Several contracts, of which all but the last have a house. */
function housedVenue(): { readonly venue: Driver; readonly house: (contract: number) => HouseAccounts } {
  const venue = new Driver(
    Array.from({ length: CONTRACTS }, (_, i) => ({ ...btc, symbol: `cmt_${"abc"[i]}usdt` })),
  );
  const houses = Array.from({ length: CONTRACTS }, (_, i) => [
    { role: HOUSE_MAKER, account: openHouseAccount(venue, `maker ${i}`, 50_000_000, 500, i), units: 0 },
    { role: HOUSE_TAKER, account: openHouseAccount(venue, `taker ${i}`, 10_000_000, 500, i), units: 0 },
    ...["long", "short"].map((name) => ({
      ...{ role: HOUSE_CROWD, account: openHouseAccount(venue, `${name} ${i}`, 100_000, 1_000, i) },
      units: 900_000,
    })),
  ]) as HouseAccounts[];
  const house = (contract: number): HouseAccounts => houses[contract]!;
  for (let contract = 0; contract < CONTRACTS; contract++) {
    venue.index(INDEX, contract);
    if (contract < CONTRACTS - 1) venue.accept({ ...HOUSE_RULE, contract, accounts: house(contract) });
  }
  return { venue, house };
}

test("a copy that is restored at any moment goes on as the original does", () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), (steps) => {
      const { venue, house } = housedVenue();
      const copy = new Driver([], undefined, Exchange.restore(venue.exchange.snapshot()));
      venue.audits = false;
      copy.audits = false;
      for (const [i, step] of steps.entries()) {
        if (i % STEPS_A_COPY === 0) {
          venue.exchange.audit();
          copy.exchange = Exchange.restore(venue.exchange.snapshot());
        }
        const command = step(venue, house);
        copy.time = venue.time;
        const [original, again] = [venue.execute(command), copy.execute(command)];
        if (original.rejection === undefined) accepted++;
        expect(again).toEqual(original);
        expect([copy.exchange.nextDue(), copy.exchange.nextAct()]).toEqual([
          venue.exchange.nextDue(),
          venue.exchange.nextAct(),
        ]);
      }
      expect(copy.exchange.snapshot()).toEqual(venue.exchange.snapshot());
    }),
    { numRuns: 60 },
  );
  expect(accepted).toBeGreaterThan(1_000);
});

test("the crowd of a contract that does not trade opens nothing", () => {
  const { venue, house } = housedVenue();
  const { state } = venue.exchange;
  const opens = (seedA: number): number => {
    venue.accept({ ...HOUSE_RULE, seedA, accounts: house(0) });
    return state.contracts[0]!.openInterest;
  };
  const seed = [1, 2, 3, 4, 5, 6, 7, 8].find((seedA) => opens(seedA) > 0);
  expect(seed).toBeDefined();
  venue.accept({ type: "delistContract", contract: 0, at: venue.time });
  expect(state.contracts[0]!.openInterest).toBe(0);
  expect(opens(seed!)).toBe(0);
});
