import fc from "fast-check";
import { expect, it } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { LONG, SHORT } from "../codes.ts";
import { Contract } from "../contract/contract.ts";
import { State } from "../state/state.ts";
import { Holdings } from "../tables/accounts.ts";
import { Orders } from "../tables/orders.ts";
import { bigDivCeil } from "../units/divide.ts";
import { Money } from "../units/money.ts";
import { addOrderMargin } from "./orderMargin.ts";

const contract = new Contract(0, btc, new Orders(), new Holdings());
const state = new State();

/**
 * Values on both sides of the bound up to which safe integers suffice, up to the largest that a contract
 * allows.
 */
const order = fc.record({
  leg: fc.constantFrom(LONG, SHORT),
  price: fc.integer({ min: 1, max: 9_000_000 }),
  lots: fc.oneof(fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 1, max: 1_000_000_000 })),
  mark: fc.integer({ min: 1, max: 900_000_000 }),
  leverage: fc.integer({ min: 100, max: 20_000 }),
  rate: fc.oneof(fc.constant(60_000), fc.integer({ min: 0, max: 99_999_999 })),
});

it("is margin, fee and open loss, each rounded up to the quantum", () => {
  fc.assert(
    fc.property(order, fc.bigInt({ min: 0n, max: 10n ** 15n }), (given, before) => {
      const { leg, price, lots, mark, leverage, rate } = given;
      const limit = BigInt(price) * 100n;
      const base = leg === LONG || limit > mark ? limit : BigInt(mark);
      const perLot = BigInt(contract.quantaPerPointLot);
      const value = base * BigInt(lots) * perLot;
      const worse = leg === LONG ? limit - BigInt(mark) : BigInt(mark) - limit;
      const expected =
        bigDivCeil(value * 100n, BigInt(leverage)) +
        bigDivCeil(value * BigInt(rate), 100_000_000n) +
        (worse > 0n ? worse * BigInt(lots) * perLot : 0n);
      const into = new Money().fromQuanta(before);
      addOrderMargin(state, contract, leg, price, lots, mark, leverage, rate, into);
      expect(into.toQuanta()).toBe(before + expected);
      expect(into.lo).toBeLessThan(100_000_000);
    }),
    { numRuns: 2_000 },
  );
});
