import { settleClose } from "./ledger.ts";
import { tradeByValue } from "./matching.ts";
import { ended, systemOrder } from "./orders.ts";
import { max, POINTS, valueAt } from "./rules.ts";
import type { CommandOf } from "./tape.ts";
import type { Contract, Order, Position, Venue } from "./venue.ts";
import { Refused } from "./venue.ts";

/**
 * The end of a contract: notice, in which there are closes only, then every position is closed at the index.
 */

export function delist(v: Venue, { contract: index, at }: CommandOf<"delist">): void {
  const contract = v.contract(index);
  if (contract.status === "delisted") throw new Refused("invalidValue");
  if (at <= v.time) {
    settleContract(v, contract);
    return;
  }
  contract.delistingDue = at;
  if (contract.status === "trading") contract.status = "cancel-only";
}

export function endNotice(v: Venue, contract: Contract): void {
  if (contract.delistingDue > 0 && contract.delistingDue <= v.time) settleContract(v, contract);
}

/** Orders go; then longs and shorts meet in the order in which they were opened. */
function settleContract(v: Venue, contract: Contract): void {
  for (const holding of v.touched.filter((each) => each.contract === contract.index)) {
    for (const order of v.ordersOf(holding.account, contract.index)) ended(v, order, "admin");
  }
  const open = v.positions.filter((each) => each.contract === contract.index);
  const longs = open.filter((each) => each.leg === "long");
  const shorts = open.filter((each) => each.leg === "short");
  const price = Number(max(1n, contract.indexPoints / POINTS));
  const closerOf = (position: Position): Order =>
    systemOrder(v, { kind: "close position", position, lots: position.size, price });
  let closing: Order | undefined;
  for (const long of longs) {
    const maker = closerOf(long);
    while (maker.remaining > 0) {
      const short = shorts[0]!;
      closing ??= closerOf(short);
      const lots = Math.min(maker.remaining, closing.remaining);
      const before = [long, short].map((each) => ({ each, size: each.size, wallet: v.isolatedWallet(each) }));
      const value = valueAt(contract.specification, lots, contract.indexPoints);
      tradeByValue(v, "settlement", maker, closing, lots, value);
      for (const { each, size, wallet } of before) settleClose(v, contract, each, size, wallet);
      if (closing.remaining > 0) continue;
      ended(v, closing, "filled");
      closing = undefined;
      shorts.shift();
    }
    ended(v, maker, "filled");
  }
  if (longs.length > 0) v.notes.push("settled at the end of a contract");
  contract.delistingDue = 0;
  contract.status = "delisted";
}
