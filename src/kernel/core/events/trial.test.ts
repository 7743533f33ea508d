import { describe, expect, it } from "vitest";
import { btc } from "../../../../test/core/contracts.ts";
import { Driver, eventsOf, money } from "../../../../test/core/driver.ts";
import { CLOSE_LONG, HEDGE_SUM, ISOLATED, OPEN_LONG, OPEN_SHORT } from "../data/codes.ts";
import { DEFAULT_RISK_RULE } from "../data/model/riskRules.ts";
import { Exchange } from "../exchange/exchange.ts";

/**
 * Both legs of 2 and 1.2 in one shared account, and an isolated long of 1 that has little above its
 * requirement.
 */
function thin() {
  const venue = new Driver();
  const maker = venue.user("maker", 10_000_000);
  const [hedged, isolated] = [venue.user("hedged", 12_000), venue.user("isolated", 10_000)];
  venue.index(60_000_000);
  const trade = (account: number, action: number, size: number) => {
    const other = action === OPEN_LONG ? OPEN_SHORT : OPEN_LONG;
    venue.order({ account: maker, action: other, price: 600_000, size });
    venue.order({ account, action, price: 600_000, size });
  };
  trade(hedged, OPEN_LONG, 20_000);
  trade(hedged, OPEN_SHORT, 12_000);
  venue.mode(isolated, ISOLATED);
  venue.leverage(isolated, 10_000, 10_000, ISOLATED);
  trade(isolated, OPEN_LONG, 10_000);
  // 60 000 · 0.5 % − 50 = 250; of 600 it has 600 − 320 = 280 left.
  venue.index(59_680_000);
  return { venue, hedged, isolated };
}

const flat = { ...DEFAULT_RISK_RULE, flatTiers: true };
const { type: _, ...terms } = btc;

it("a rule for new positions only leaves what is open as it is, until nothing of it is left", () => {
  const { venue, hedged, isolated } = thin();
  venue.folded = undefined;
  const before = venue.ask({ type: "explain", account: isolated });
  const { events } = venue.accept({
    type: "setRiskRule",
    contract: 0,
    anyway: false,
    newOnly: true,
    ...flat,
  });
  expect(eventsOf(events, "liquidationStarted")).toEqual([]);
  expect(venue.ask({ type: "rules" }).contracts[0]!.risk).toEqual(flat);
  const entriesOf = (account: number) =>
    venue
      .ask({ type: "explain", account })!
      .entries.map(({ requirement, symbols }) => ({ requirement, symbols }));
  expect(entriesOf(isolated)).toEqual(
    before!.entries.map(({ requirement, symbols }) => ({ requirement, symbols })),
  );
  // What the rule is changed to next keeps their rule as well; a snapshot too.
  venue.accept({ type: "setRiskRule", contract: 0, anyway: false, newOnly: true, ...flat, hedge: HEDGE_SUM });
  venue.exchange = Exchange.restore(venue.exchange.snapshot());
  expect(entriesOf(isolated)).toEqual(
    before!.entries.map(({ requirement, symbols }) => ({ requirement, symbols })),
  );
  const close = (account: number, action: number, size: number) =>
    venue.order({ account, action, price: 0, size, marginMode: 0 });
  const maker = 4;
  venue.order({ account: maker, action: OPEN_LONG, price: 596_800, size: 10_000 });
  close(isolated, CLOSE_LONG, 9_900);
  // 100 lots of it are left, and require 0.4 % as before.
  expect(entriesOf(isolated)[1]!.requirement).toBe(money("2.3872"));
  close(isolated, CLOSE_LONG, 100);
  venue.order({ account: maker, action: OPEN_SHORT, price: 596_800, size: 9_000 });
  venue.leverage(isolated, 2_000, 2_000, ISOLATED);
  venue.order({ account: isolated, action: OPEN_LONG, price: 596_800, size: 9_000 });
  // What is opened then is new: 53 712 at 0.5 % flat.
  expect(entriesOf(isolated)[1]!.requirement).toBe(money("268.56"));
  // For everybody: then they are asked.
  const all = { type: "setRiskRule", contract: 0, anyway: false, newOnly: false, ...flat } as const;
  venue.accept(all);
  expect(entriesOf(hedged)[0]!.symbols[0]).toMatchObject({ hedge: 0 });
});

describe("a change that would put somebody in breach", () => {
  it("is shown beforehand, refused, and done anyway", () => {
    const { venue, isolated } = thin();
    const [position] = venue.ask({ type: "positions", account: isolated, contract: 0 });
    const shown = venue.ask({ type: "breachesUnder", contract: 0, rule: flat });
    expect(shown).toEqual([
      {
        account: isolated,
        position: position!.position,
        equity: money("280"),
        requirement: money("298.4"),
        requirementNow: money("248.4"),
      },
    ]);
    const command = { type: "setRiskRule", contract: 0, newOnly: false, ...flat } as const;
    expect(venue.refuse({ ...command, anyway: false })).toEqual({
      type: "wouldBreach",
      entries: 1,
      account: isolated,
      position: position!.position,
    });
    expect(venue.ask({ type: "rules" }).contracts[0]!.risk).toEqual(DEFAULT_RISK_RULE);
    const { events } = venue.accept({ ...command, anyway: true });
    expect(eventsOf(events, "liquidationStarted")).toMatchObject([{ account: isolated }]);
  });

  it("may be one of the terms: tiers, or a fee that a close would pay", () => {
    const { venue, hedged, isolated } = thin();
    const tiers = [{ boundUnits: 50_000_000, maintenanceRate: 500_000, leverageMax: 20_000 }];
    const shown = venue.ask({ type: "breachesUnder", contract: 0, terms: { ...terms, tiers } });
    expect(shown).toMatchObject([{ account: isolated, requirement: money("298.4") }]);
    const change = { type: "changeContract", contract: 0, ...terms } as const;
    expect(venue.refuse({ ...change, tiers, anyway: false }).type).toBe("wouldBreach");
    // The hedged account keeps 0.8 · 59 680 at the mark; at a taker rate of 24 % it would have to have more
    // than it does.
    const dear = { ...terms, takerRate: 24_000_000 };
    expect(venue.ask({ type: "breachesUnder", contract: 0, terms: dear })).toMatchObject([
      { account: hedged, position: 0 },
    ]);
    expect(venue.refuse({ ...change, ...dear, anyway: false }).type).toBe("wouldBreach");
    venue.accept({ ...change, ...dear, anyway: true });
    expect(venue.ask({ type: "positions", account: hedged, contract: 0 })).toEqual([]);
  });

  it("is done where nobody is, though some have less to spare", () => {
    const { venue, hedged } = thin();
    const rule = { ...DEFAULT_RISK_RULE, hedge: HEDGE_SUM };
    expect(venue.ask({ type: "breachesUnder", contract: 0, rule })).toEqual([]);
    const { events } = venue.accept({
      type: "setRiskRule",
      contract: 0,
      anyway: false,
      newOnly: false,
      ...rule,
    });
    expect(eventsOf(events, "liquidationStarted")).toEqual([]);
    expect(venue.ask({ type: "positions", account: hedged, contract: 0 })).toHaveLength(2);
  });
});
