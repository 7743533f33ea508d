import type { StateRecord } from "./happening.ts";
import { picked } from "./picked.ts";
import { isOpening, legOf } from "./rules.ts";
import { triggerOf } from "./triggers.ts";
import type { Entry, Venue } from "./venue.ts";

/** The reference exchange as it stands, thing by thing. */
export function stateRecords(v: Venue): StateRecord[] {
  const all: StateRecord[] = [];
  for (const contract of v.contracts) {
    const longs = v.positions.filter((each) => each.contract === contract.index && each.leg === "long");
    all.push({
      ...{ of: "contract", contract: contract.index, status: contract.status },
      ...{ index: contract.indexPoints, mark: contract.markPoints, last: contract.lastPrice },
      ...picked(contract, "fundingRate fundingDue delistingDue premiums weightedPremium premiumSum"),
      openInterest: longs.reduce((sum, each) => sum + each.size, 0),
    });
    for (const side of ["buy", "sell"] as const) {
      const levels = new Map<number, number>();
      for (const { price, remaining } of v.book(contract.index, side)) {
        levels.set(price, (levels.get(price) ?? 0) + remaining);
      }
      for (const [price, lots] of levels)
        all.push({ of: "level", contract: contract.index, side, price, lots });
      for (const { id: order, price, remaining: lots } of v.book(contract.index, side))
        all.push({ of: "book", contract: contract.index, side, order, price, lots });
    }
  }
  for (const order of v.orders) {
    all.push({
      of: "order",
      order: order.id,
      ...picked(order, "state account contract price size remaining"),
      ...picked(order, "frozen filledValue fee liquidationFee realized"),
      ...{ trigger: triggerOf(order), extreme: order.state === "untriggered" ? order.extreme : 0n },
      ...picked(order, "queued held due takeProfit stopLoss"),
    });
  }
  for (const position of v.positions) {
    all.push({
      of: "position",
      position: position.id,
      ...picked(position, "leg account contract leverage size"),
      reserved: position.separatedMode === "combined" ? 0 : v.reservedOf(position),
      ...picked(position, "cumOpenSize cumCloseSize openValue openFee cumOpenValue cumOpenFee"),
      ...picked(position, "cumCloseValue cumCloseFee fundingFee cumFunding cumLiquidateFee autoAppend"),
    });
  }
  for (const account of v.accounts) {
    all.push(entryRecord(account.entry));
    for (const { entry } of v.positions.filter((each) => each.account === account.id)) {
      if (entry.position !== 0) all.push(entryRecord(entry));
    }
    const { id } = account;
    const [frozen, free, withdrawable] = [v.frozen(id), v.free(id), v.withdrawable(id)];
    all.push({ of: "account", account: id, frozen, free, withdrawable });
    for (const contract of [...account.holdings].map((each) => each.contract)) {
      const holding = v.holding(account.id, contract);
      const working = v.workingOf(account.id, contract);
      const reserved = (leg: string): number =>
        working
          .filter((each) => !isOpening(each.action) && legOf(each.action) === leg)
          .reduce((sum, each) => sum + each.remaining, 0);
      const countdown = v.countdowns.find((each) => each.account === id && each.contract === contract);
      all.push({
        ...{ of: "account", account: id, contract, ...picked(holding, "marginMode separatedMode") },
        countdown: countdown?.due ?? 0,
        ...{ takerRate: v.rateOf(id, contract, true), makerRate: v.rateOf(id, contract, false) },
        ...picked(holding, "cross isolatedLong isolatedShort"),
        ...{ longSize: v.legSize(id, contract, "long"), shortSize: v.legSize(id, contract, "short") },
        longOpening: v.openingLots(id, contract, "long"),
        shortOpening: v.openingLots(id, contract, "short"),
        ...{ longReserved: reserved("long"), shortReserved: reserved("short") },
      });
    }
  }
  for (const waiting of v.liquidations) all.push({ of: "waiting", ...waiting });
  return all;
}

function entryRecord({ account, position, amount, counters, ...pending }: Entry): StateRecord {
  return { of: "entry", account, position, amount, ...pending, ...counters };
}
