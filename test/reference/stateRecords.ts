import type { StateRecord } from "./happening.ts";
import { isOpening, legOf } from "./rules.ts";
import { triggerOf } from "./triggers.ts";
import type { Entry, Venue } from "./venue.ts";

/** The reference exchange as it stands, thing by thing. */
export function stateRecords(v: Venue): StateRecord[] {
  const all: StateRecord[] = [];
  for (const contract of v.contracts) {
    const longs = v.positions.filter((each) => each.contract === contract.index && each.leg === "long");
    all.push({
      of: "contract",
      contract: contract.index,
      status: contract.status,
      index: contract.indexPoints,
      mark: contract.markPoints,
      last: contract.lastPrice,
      fundingRate: contract.fundingRate,
      fundingDue: contract.fundingDue,
      delistingDue: contract.delistingDue,
      premiums: contract.premiums,
      weightedPremium: contract.weightedPremium,
      premiumSum: contract.premiumSum,
      openInterest: longs.reduce((sum, each) => sum + each.size, 0),
    });
    for (const side of ["buy", "sell"] as const) {
      const levels = new Map<number, number>();
      for (const { price, remaining } of v.book(contract.index, side)) {
        levels.set(price, (levels.get(price) ?? 0) + remaining);
      }
      for (const [price, lots] of levels)
        all.push({ of: "level", contract: contract.index, side, price, lots });
      for (const order of v.book(contract.index, side)) {
        all.push({
          of: "book",
          contract: contract.index,
          side,
          order: order.id,
          price: order.price,
          lots: order.remaining,
        });
      }
    }
  }
  for (const order of v.orders) {
    all.push({
      of: "order",
      order: order.id,
      account: order.account,
      contract: order.contract,
      state: order.state,
      price: order.price,
      size: order.size,
      remaining: order.remaining,
      frozen: order.frozen,
      trigger: triggerOf(order),
      extreme: order.state === "untriggered" ? order.extreme : 0n,
      queued: order.queued,
      held: order.held,
      due: order.due,
      takeProfit: order.takeProfit,
      stopLoss: order.stopLoss,
      filledValue: order.filledValue,
      fee: order.fee,
      liquidationFee: order.liquidationFee,
      realized: order.realized,
    });
  }
  for (const position of v.positions) {
    all.push({
      of: "position",
      position: position.id,
      account: position.account,
      contract: position.contract,
      leg: position.leg,
      leverage: position.leverage,
      size: position.size,
      reserved: position.separatedMode === "combined" ? 0 : v.reservedOf(position),
      openValue: position.openValue,
      openFee: position.openFee,
      cumOpenSize: position.cumOpenSize,
      cumOpenValue: position.cumOpenValue,
      cumOpenFee: position.cumOpenFee,
      cumCloseSize: position.cumCloseSize,
      cumCloseValue: position.cumCloseValue,
      cumCloseFee: position.cumCloseFee,
      fundingFee: position.fundingFee,
      cumFunding: position.cumFunding,
      cumLiquidateFee: position.cumLiquidateFee,
      autoAppend: position.autoAppend,
    });
  }
  for (const account of v.accounts) {
    all.push(entryRecord(account.entry));
    for (const { entry } of v.positions.filter((each) => each.account === account.id)) {
      if (entry.position !== 0) all.push(entryRecord(entry));
    }
    all.push({
      of: "account",
      account: account.id,
      frozen: v.frozen(account.id),
      free: v.free(account.id),
      withdrawable: v.withdrawable(account.id),
    });
    for (const contract of [...account.holdings].map((each) => each.contract)) {
      const holding = v.holding(account.id, contract);
      const working = v.workingOf(account.id, contract);
      const reserved = (leg: string): number =>
        working
          .filter((each) => !isOpening(each.action) && legOf(each.action) === leg)
          .reduce((sum, each) => sum + each.remaining, 0);
      all.push({
        of: "account",
        account: account.id,
        contract,
        marginMode: holding.marginMode,
        separatedMode: holding.separatedMode,
        cross: holding.cross,
        countdown:
          v.countdowns.find((each) => each.account === account.id && each.contract === contract)?.due ?? 0,
        isolatedLong: holding.isolatedLong,
        isolatedShort: holding.isolatedShort,
        takerRate: v.rateOf(account.id, contract, true),
        makerRate: v.rateOf(account.id, contract, false),
        longSize: v.legSize(account.id, contract, "long"),
        shortSize: v.legSize(account.id, contract, "short"),
        longOpening: v.openingLots(account.id, contract, "long"),
        shortOpening: v.openingLots(account.id, contract, "short"),
        longReserved: reserved("long"),
        shortReserved: reserved("short"),
      });
    }
  }
  for (const waiting of v.liquidations) all.push({ of: "waiting", ...waiting });
  return all;
}

function entryRecord({ account, position, amount, counters, ...pending }: Entry): StateRecord {
  return { of: "entry", account, position, amount, ...pending, ...counters };
}
