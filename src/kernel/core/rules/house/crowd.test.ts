import { expect, test } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { Driver } from "../../../../../test/core/driver.ts";
import { HOUSE_RULE, INDEX, openHouseAccount } from "../../../../../test/core/house.ts";
import { INSURANCE_ACCOUNT, ORIGIN_TAKE_OVER } from "../../data/codes.ts";
import { HOUSE_CROWD, HOUSE_MAKER, HOUSE_TAKER } from "../../data/model/houseFields.ts";

const STRETCH_DAYS = 2;
const STRETCHES = 3;
const MINUTES = 1_440;
const MEMBERS = 80;
/** What a member's money is enough for: ten times what it trades on one side until it chooses a side anew. */
const UNITS = 20_000;
/** Some of them trade at high leverage. */
const RECKLESS = 20;
const TIMES = 25;
const CAREFUL_TIMES = 3;
const purseAt = (times: number): number => Math.ceil((1.02 * UNITS) / times);
/** Of the fund in all, quanta: 100 USDT. */
const LEAST_GROWTH = 10_000_000_000n;
const PURSE = purseAt(TIMES);

/**
 * The index by minute: it swings by 1 %, and on each second day it falls by 6 % within an hour, and is back
 * after eleven more.
 */
function indexAt(minute: number): number {
  const swing = 0.01 * Math.sin((minute * 2 * Math.PI) / 700);
  const since = (minute % (STRETCH_DAYS * MINUTES)) - MINUTES;
  const fallen = since < 60 ? Math.max(0, since / 60) : Math.max(0, (720 - since) / 660);
  return Math.round(INDEX * (1 + swing) * (1 - 0.06 * fallen));
}

test("the crowd does not hold less and less, and the insurance fund grows by the fees of those that its falls liquidate", () => {
  const venue = new Driver([btc]);
  venue.audits = false;
  const isReckless = (i: number): boolean => i >= MEMBERS - RECKLESS;
  const crowd = Array.from({ length: MEMBERS }, (_, i) => {
    const times = isReckless(i) ? TIMES : CAREFUL_TIMES;
    return openHouseAccount(venue, `crowd-${i}`, purseAt(times), times * 100);
  });
  const accounts = [
    { role: HOUSE_MAKER, account: openHouseAccount(venue, "maker", 50_000_000, 500), units: 0 },
    { role: HOUSE_TAKER, account: openHouseAccount(venue, "taker", 10_000_000, 500), units: 0 },
    ...crowd.map((account) => ({ role: HOUSE_CROWD, account, units: UNITS })),
  ];
  venue.deposit(INSURANCE_ACCOUNT, 100_000);
  venue.index(INDEX);
  // The rarest trades that there are, and few quotes, so that days pass quickly.
  const rare = { tradeMs: 60_000, clusterShare: 0, tradeUnits: 100, quoteMs: 60_000, levels: 20 };
  venue.accept({ ...HOUSE_RULE, ...rare, accounts });
  const held: number[] = [];
  const fund: bigint[] = [venue.ask({ type: "assets", account: INSURANCE_ACCOUNT })!.equity];
  let liquidated = 0;
  let takenOver = 0;
  for (let day = 0; day < STRETCHES * STRETCH_DAYS; day++) {
    for (let minute = 0; minute < MINUTES; minute++) {
      const index = indexAt(day * MINUTES + minute);
      for (const done of [venue.index(index), venue.wait(60_000)]) {
        liquidated += done.of("liquidationStarted").length;
        takenOver += done.of("traded").filter(({ origin }) => origin === ORIGIN_TAKE_OVER).length;
      }
    }
    const positions = crowd.flatMap((account) => venue.ask({ type: "positions", account, contract: 0 }));
    const value = positions.reduce((sum, { openValue }) => sum + openValue, 0n);
    held.push(Number(value / 100_000_000n) / (MEMBERS * UNITS));
    // Who has lost its money comes back with as much.
    for (const account of crowd.slice(-RECKLESS)) {
      const { equity } = venue.ask({ type: "assets", account })!;
      const missing = PURSE - Number(equity / 100_000_000n);
      if (2 * missing > PURSE) venue.deposit(account, missing);
    }
    if ((day + 1) % STRETCH_DAYS === 0)
      fund.push(venue.ask({ type: "assets", account: INSURANCE_ACCOUNT })!.equity);
  }
  // A member goes as often one way as the other: if none passed up a chance to close, they would hold 0.58 of
  // their most.
  expect(held[0]).toBeGreaterThan(0.8);
  expect(Math.min(...held)).toBeGreaterThan(0.61);
  expect(Math.max(...held)).toBeLessThan(1);
  expect(liquidated).toBeGreaterThan(2 * STRETCHES);
  expect(takenOver).toBe(0);
  for (let i = 1; i <= STRETCHES; i++) expect(fund[i]! >= fund[i - 1]!).toBe(true);
  // Fees of liquidations, not what rounding leaves: that is some hundred quanta a stretch.
  expect(fund.at(-1)! - fund[0]!).toBeGreaterThan(LEAST_GROWTH);
  venue.exchange.audit();
});
