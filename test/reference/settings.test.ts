import fc from "fast-check";
import { expect, test } from "vitest";
import { START } from "./compare.ts";
import { ReferenceExchange } from "./exchange.ts";
import { ObservedExchange } from "./observed.ts";
import type { TapeCommand } from "./tape.ts";
import { FIRST_USER } from "./tape.ts";
import { duel, resolve, termsOf, timeOf } from "./tapes.ts";
import { shrinkingFor } from "./trial.ts";

/**
 * In the middle of random markets each account asks for its leverages and modes as they stand, then for
 * others; now and then while a contract allows its highest leverage only. The core and the reference exchange
 * accept the first whatever is open, and agree on the rest.
 */

const long = process.env["OUTCRY_LONG"] !== undefined;
const TAPES = Number(process.env["OUTCRY_TAPES"] ?? (long ? 1_000 : 15));
/** At each so many steps the least leverage is raised, and lowered again. */
const RAISED_EVERY = 7;
const SEED = Number(process.env["OUTCRY_SEED"] ?? 20_261_126);

test("what stands is accepted, another is judged alike", () => {
  const outcomes = new Map<string, number>();
  fc.assert(
    fc.property(
      duel(50, false),
      shrinkingFor(20_000, (steps) => {
        const reference = new ReferenceExchange();
        const core = new ObservedExchange();
        let time = START;
        for (const [i, step] of steps.entries()) {
          time = timeOf(time, step);
          const both = (command: TapeCommand): string => {
            const outcome = reference.execute(time, command);
            expect(core.execute(time, command)).toBe(outcome);
            return outcome;
          };
          both(resolve(reference.venue, step.command));
          const { venue } = reference;
          for (const { account, contract } of venue.touched.filter((each) => each.account >= FIRST_USER)) {
            const { marginMode, separatedMode, cross, isolatedLong, isolatedShort } = venue.holding(
              account,
              contract,
            );
            const { specification } = venue.contract(contract);
            const terms = termsOf(specification);
            const most = { leverageMin: terms.leverageMax, leverageDefault: terms.leverageMax };
            const isRaised = i % RAISED_EVERY === 0;
            const change = { type: "change", contract } as const;
            if (isRaised) both({ ...change, terms: { ...terms, ...most } });
            const leverages = {
              type: "leverage",
              account,
              contract,
              marginMode,
              switches: false,
              ordersFollow: false,
            } as const;
            const stands = { ...leverages, cross, isolatedLong, isolatedShort };
            expect(both(stands)).toBe("ok");
            expect(both({ type: "mode", account, contract, marginMode, separatedMode })).toBe("ok");
            const other = both({ ...stands, cross: cross + 100, isolatedLong: isolatedLong + 100 });
            outcomes.set(other, (outcomes.get(other) ?? 0) + 1);
            if (isRaised) both({ ...change, terms });
          }
        }
      }),
    ),
    { numRuns: TAPES, seed: SEED },
  );
  expect(outcomes.get("leverageOutOfRange") ?? 0).toBeGreaterThan(TAPES);
  expect(outcomes.get("openOrdersExist") ?? 0).toBeGreaterThan(TAPES);
  expect(outcomes.get("ok") ?? 0).toBeGreaterThan(TAPES);
});
