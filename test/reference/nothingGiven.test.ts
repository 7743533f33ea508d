import fc from "fast-check";
import { expect, test } from "vitest";
import { FEE_ACCOUNT, INSURANCE_ACCOUNT } from "../../src/core/index.ts";
import { START } from "./compare.ts";
import { ReferenceExchange } from "./exchange.ts";
import { ObservedExchange } from "./observed.ts";
import { duel, resolve } from "./tapes.ts";
import { shrinkingFor } from "./trial.ts";

/**
 * Nobody is paid by the venue: while the mark stands still, neither the insurance fund at mark nor the fees fall, whatever users do among
 * themselves. What a position that is worth nothing is taken over for, and what a fee that is rounded up takes past the bankruptcy price,
 * is a quantum each.
 */

const TAPES = Number(process.env["OUTCRY_TAPES"] ?? (process.env["OUTCRY_LONG"] !== undefined ? 4_000 : 150));
const SEED = Number(process.env["OUTCRY_SEED"] ?? 20_261_122);

test("at a mark that stands still the fund and the fees never fall", () => {
  let cuts = 0;
  fc.assert(
    fc.property(
      duel(100, false),
      shrinkingFor(20_000, (steps) => {
        const reference = new ReferenceExchange();
        const core = new ObservedExchange();
        let [fund, fees] = [0n, 0n];
        for (const { command: drawn } of steps) {
          const command = resolve(reference.venue, drawn);
          reference.execute(START, command);
          core.execute(START, command);
          const venue = core.exchange;
          const now = {
            fund: venue.answer({ type: "assets", account: INSURANCE_ACCOUNT })!.equity,
            fees: venue.answer({ type: "assets", account: FEE_ACCOUNT })!.equity,
          };
          const quanta = BigInt(core.happenings.filter(({ what }) => what === "fill").length);
          expect(now.fund, "the fund").toBeGreaterThanOrEqual(fund - quanta);
          expect(now.fees, "the fees").toBeGreaterThanOrEqual(fees);
          [fund, fees] = [now.fund, now.fees];
          cuts += reference.venue.notes.filter((note) =>
            /^(cut|refused) (opening|closing)/.test(note),
          ).length;
        }
      }),
    ),
    { numRuns: TAPES, seed: SEED },
  );
  expect(cuts, "fills that were cut").toBeGreaterThan(TAPES / 10);
});
