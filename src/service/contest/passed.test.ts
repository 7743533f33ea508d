import fc from "fast-check";
import { expect, test } from "vitest";
import { quantaOfText } from "../../interface/wire/index.ts";
import { BILL_DEPOSIT, BILL_FIX_MARGIN, BILL_FUNDING, INSURANCE_ACCOUNT } from "../../kernel/core/index.ts";
import { Passed } from "../readmodel/index.ts";
import { originsOf, pairsOf } from "./passed.ts";

const TEAMS = [10, 11, 12];
const DIRECTED = 20;
const OTHERS = [21, 22];
const PARTIES = [...TEAMS, INSURANCE_ACCOUNT, DIRECTED, ...OTHERS];

const money = fc.bigInt({ min: 1n, max: 10n ** 12n });
const trade = fc.record({
  who: fc.tuple(fc.constantFrom(...PARTIES), fc.constantFrom(...PARTIES)),
  ...{ value: money, atIndex: money, fees: fc.tuple(money, money) },
});
const bill = fc.record({
  account: fc.constantFrom(...TEAMS),
  type: fc.constantFrom(BILL_DEPOSIT, BILL_FUNDING, BILL_FIX_MARGIN),
  amount: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
});
const quanta = (text: string): bigint =>
  quantaOfText(text.replace("-", ""))! * (text.startsWith("-") ? -1n : 1n);

test("what teams got adds up to what they have more, whoever traded; what one of two gained the other lost", () => {
  fc.assert(
    fc.property(
      fc.array(trade, { maxLength: 40 }),
      fc.array(bill, { maxLength: 20 }),
      fc.array(money, { minLength: 3, maxLength: 3 }),
      (trades, bills, rises) => {
        const passed = new Map(TEAMS.map((account) => [account, new Passed()]));
        /** By team, and column. */
        const gained = new Map<string, bigint>();
        const add = (account: number, column: string, amount: bigint): void => {
          const key = `${account} ${column}`;
          gained.set(key, (gained.get(key) ?? 0n) + amount);
        };
        const columnOf = (party: number): string => {
          if (TEAMS.includes(party)) return "teams";
          return { [INSURANCE_ACCOUNT]: "fund", [DIRECTED]: "operators" }[party] ?? "others";
        };
        for (const { who, value, atIndex, fees } of trades) {
          for (const [side, counterparty] of [
            [0, who[1]],
            [1, who[0]],
          ] as const) {
            const buys = side === 0;
            passed.get(who[side])?.filled({ counterparty, buys, value, atIndex, fees: fees[side] });
            add(who[side], columnOf(counterparty), buys ? atIndex - value : value - atIndex);
            add(who[side], "fees", fees[side]);
            if (TEAMS.includes(counterparty)) {
              add(who[side], `with ${counterparty}`, buys ? atIndex - value : value - atIndex);
              add(who[side], `fees with ${counterparty}`, fees[side]);
            }
          }
        }
        for (const { account, type, amount } of bills) {
          passed.get(account)!.billed(type, amount);
          add(
            account,
            type === BILL_DEPOSIT ? "operators" : type === BILL_FUNDING ? "funding" : "fund",
            amount,
          );
        }
        const teams = TEAMS.map((account, i) => ({
          ...{ team: `team-${account}`, account, passed: passed.get(account)!.rows(rises[i]!) },
        }));
        const origins = originsOf(teams, new Set([DIRECTED]));
        for (const [i, { team, market, rise, fees, ...columns }] of origins.entries()) {
          for (const [column, amount] of Object.entries(columns))
            expect(quanta(amount), `${team} ${column}`).toBe(gained.get(`${TEAMS[i]} ${column}`) ?? 0n);
          const known = Object.values(columns).reduce((sum, each) => sum + quanta(each), 0n);
          expect(known + quanta(market) - quanta(fees)).toBe(quanta(rise));
          expect(quanta(rise)).toBe(rises[i]);
        }
        const pairs = pairsOf(teams, 100_000_000n);
        for (const { a, b, toA, feesA, feesB } of pairs) {
          const [one, other] = [a, b].map((each) => each.replace("team-", ""));
          expect(quanta(toA)).toBe(gained.get(`${one} with ${other}`));
          expect(quanta(toA)).toBe(-gained.get(`${other} with ${one}`)!);
          expect(quanta(feesA)).toBe(gained.get(`${one} fees with ${other}`));
          expect(quanta(feesB)).toBe(gained.get(`${other} fees with ${one}`));
        }
        const met = trades.filter(
          ({ who }) => who[0] !== who[1] && who.every((each) => TEAMS.includes(each)),
        );
        expect(pairs.reduce((sum, { fills }) => sum + fills, 0)).toBe(met.length);
        const passedValue = pairs.map(({ toA }) => quanta(toA.replace("-", "")));
        expect(passedValue).toEqual(passedValue.toSorted((x, y) => (x < y ? 1 : x > y ? -1 : 0)));
      },
    ),
  );
});
