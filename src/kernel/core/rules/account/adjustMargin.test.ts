import { expect, it } from "vitest";
import { Driver, money } from "../../../../../test/core/driver.ts";
import { ISOLATED } from "../../data/codes.ts";

/** 20 BTC long at 60 000, isolated at 5x: margin 240 000, a requirement of 13 700 in tier 4; then 20x. */
function rich() {
  const venue = new Driver();
  const [alice, bob] = [venue.user("alice", 2_000_000), venue.user("bob", 10_000_000)];
  venue.index(60_000_000);
  venue.mode(alice, ISOLATED);
  venue.leverage(bob, 500);
  venue.leverage(alice, 500, 500, ISOLATED);
  venue.trade(alice, bob, 600_000, 200_000);
  venue.leverage(alice, 2_000, 2_000, ISOLATED);
  const position = () => venue.ask({ type: "positions", account: alice, contract: undefined })[0]!;
  const adjust = (amount: bigint) =>
    ({ type: "adjustMargin", account: alice, position: position().position, amount }) as const;
  return { venue, alice, position, adjust };
}

it("margin goes down to what the leverage asks for while that is more than the requirement", () => {
  const { venue, adjust } = rich();
  expect(venue.refuse(adjust(money("-180000.00000001")))).toEqual({
    type: "marginNotRemovable",
    asked: money("180000.00000001"),
    removable: money("180000"),
  });
  venue.accept(adjust(money("-180000")));
});

it("margin stays above the requirement at the mark where that is more, and the position lives", () => {
  const { venue, alice, position, adjust } = rich();
  // A tier that asks for more than the leverage does: 10 % of 1 200 000 = 120 000 against ⌈V / 20⌉ = 60 000.
  const [listed] = venue.ask({ type: "contracts" });
  const { terms } = venue.exchange.state.contracts[listed!.contract]!;
  const tiers = [{ boundUnits: 50_000_000, maintenanceRate: 10_000_000, leverageMax: 20_000 }];
  venue.accept({ type: "changeContract", contract: 0, anyway: false, ...terms, tiers });
  expect(venue.refuse(adjust(money("-120000")))).toEqual({
    type: "marginNotRemovable",
    asked: money("120000"),
    removable: money("119999.99999999"),
  });
  venue.accept(adjust(money("-119999.99999999")));
  venue.wait(60_000);
  expect(position()).toMatchObject({ account: alice, size: 200_000 });
  expect(venue.exchange.state.liquidations).toEqual([]);
});
