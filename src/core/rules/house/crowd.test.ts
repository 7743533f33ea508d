import { expect, test } from "vitest";
import { btc } from "../../../../test/core/contracts.ts";
import { Driver } from "../../../../test/core/driver.ts";
import { HOUSE_RULE, INDEX, openHouseAccount } from "../../../../test/core/house.ts";
import { HOUSE_CROWD, HOUSE_MAKER, HOUSE_TAKER } from "../../data/model/houseFields.ts";

const DAYS = 20;
const MEMBERS = 100;
/** The most that a member holds: ten times what it trades on one side until it chooses a side anew. */
const UNITS = 20_000;

test("over weeks the crowd does not hold less and less", () => {
  const venue = new Driver([btc]);
  venue.audits = false;
  const crowd = Array.from({ length: MEMBERS }, (_, i) => openHouseAccount(venue, `crowd-${i}`, UNITS, 300));
  const accounts = [
    { role: HOUSE_MAKER, account: openHouseAccount(venue, "maker", 50_000_000, 500), units: 0 },
    { role: HOUSE_TAKER, account: openHouseAccount(venue, "taker", 10_000_000, 500), units: 0 },
    ...crowd.map((account) => ({ role: HOUSE_CROWD, account, units: UNITS })),
  ];
  venue.index(INDEX);
  // The rarest trades that there are, so that weeks pass quickly.
  const rare = { tradeMs: 60_000, clusterShare: 0, tradeUnits: 100, quoteMs: 60_000 };
  venue.accept({ ...HOUSE_RULE, ...rare, accounts });
  const held: number[] = [];
  for (let day = 0; day < DAYS; day++) {
    for (let minute = 0; minute < 1_440; minute++) venue.wait(60_000);
    const positions = crowd.flatMap((account) => venue.ask({ type: "positions", account, contract: 0 }));
    const value = positions.reduce((sum, { openValue }) => sum + openValue, 0n);
    held.push(Number(value / 100_000_000n) / (MEMBERS * UNITS));
  }
  // It begins with more than half of the most that it holds, and keeps at least half: a member goes as often one way as the other.
  expect(held[0]).toBeGreaterThan(0.65);
  expect(Math.min(...held)).toBeGreaterThan(0.57);
  expect(Math.max(...held)).toBeLessThan(0.8);
});
