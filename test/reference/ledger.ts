import { endTriggersOf } from "./orders.ts";
import { halfEvenDiv, isOpening, max } from "./rules.ts";
import type { Movement } from "./tape.ts";
import { FEES, INSURANCE } from "./tape.ts";
import type { Contract, Counter, Entry, Order, Position, Venue } from "./venue.ts";
import { signOf } from "./venue.ts";

/** What movements and fills book: bills, balances, counters, the figures of a position. */

interface Booking {
  readonly from: string;
  readonly to: string;
  readonly out: Counter;
  readonly into: Counter;
  readonly reason: string;
}

const asTransfer = (from: string, to: string, reason = ""): Booking => {
  return { from, to, out: "transferOut", into: "transferIn", reason };
};
const asDeposit: Booking = { from: "withdraw", to: "deposit", out: "withdraw", into: "deposit", reason: "" };

const bookings: Readonly<Record<Movement | "margin" | "fix margin", Booking>> = {
  deposit: asDeposit,
  withdraw: asDeposit,
  transfer: asTransfer("transfer_out", "transfer_in", "USER_TRANSFER"),
  gift: asTransfer("transfer_out", "transfer_in", "GIFT"),
  "gift back": asTransfer("transfer_out", "transfer_in", "GIFT_BACK"),
  "fee refund": asTransfer("transfer_out", "transfer_in", "FEE_REFUND"),
  "follow pay": asTransfer("tracking_follow_pay", "tracking_system_pre_receive"),
  "follow back": asTransfer("tracking_follow_back", "tracking_follow_back"),
  "trader income": asTransfer("tracking_trader_income", "tracking_trader_income"),
  "third-party share": asTransfer("tracking_third_party_share", "tracking_third_party_share"),
  margin: { ...asTransfer("margin_move_out", "margin_move_in"), out: "marginMoveOut", into: "marginMoveIn" },
  "fix margin": asTransfer("order_fix_margin_amount", "order_fix_margin_amount"),
};

/** What a bill of an entry says of it as it stands now. */
function billOf(
  { account, position, amount: balance }: Entry,
  type: string,
  contract: number,
  amount: bigint,
) {
  const of = { what: "bill", type, account, entry: position, contract, amount, balance } as const;
  return { ...of, fee: 0n, reason: "" };
}

/** Two bills, the giver's first. `contract` is −1 where none is concerned. */
export function moveMoney(
  v: Venue,
  movement: Movement | "margin" | "fix margin",
  from: Entry,
  to: Entry,
  amount: bigint,
  contract: number,
): void {
  const booking = bookings[movement];
  from.amount -= amount;
  to.amount += amount;
  from.counters[booking.out] += amount;
  to.counters[booking.into] += amount;
  const bill = (type: string, entry: Entry, signed: bigint): void =>
    v.say({ ...billOf(entry, type, contract, signed), reason: booking.reason });
  // Both sides are booked before either is shown.
  bill(booking.from, from, -amount);
  bill(booking.to, to, amount);
}

/** One side of a trade: the position, then the bill of its entry, then the fee account's. */
export function bookFill(
  v: Venue,
  order: Order,
  position: Position,
  lots: number,
  value: bigint,
  fee: bigint,
  liquidationFee = 0n,
): Fill {
  const { entry } = position;
  let realized = 0n;
  let signed: bigint;
  let type: string;
  if (isOpening(v.doing(order))) {
    position.size += lots;
    position.openValue += value;
    position.openFee += fee;
    position.cumOpenSize += lots;
    position.cumOpenValue += value;
    position.cumOpenFee += fee;
    const long = position.leg === "long";
    type = long ? "position_open_long" : "position_open_short";
    signed = (long ? -value : value) - fee;
    entry.counters[long ? "openLong" : "openShort"] += value;
  } else {
    const whole = lots === position.size;
    const share = (amount: bigint): bigint =>
      whole ? amount : halfEvenDiv(amount * BigInt(lots), BigInt(position.size));
    const allocated = share(position.openValue);
    realized = signOf(position) * (value - allocated) - fee - liquidationFee;
    position.openFee -= share(position.openFee);
    position.fundingFee -= share(position.fundingFee);
    position.openValue -= allocated;
    position.size -= lots;
    position.cumCloseSize += lots;
    position.cumCloseValue += value;
    position.cumCloseFee += fee;
    position.cumLiquidateFee += liquidationFee;
    const long = position.leg === "long";
    type = long ? "position_close_long" : "position_close_short";
    signed = (long ? value : -value) - fee - liquidationFee;
    entry.counters[long ? "closeLong" : "closeShort"] += value;
  }
  entry.amount += signed;
  entry.counters.fillFee += fee;
  entry.counters.liquidateFee += liquidationFee;
  order.filledValue += value;
  order.fee += fee;
  order.liquidationFee += liquidationFee;
  order.realized += realized;
  order.remaining -= lots;
  const own = { ...billOf(entry, type, order.contract, signed), fee };
  if (fee === 0n) return { fee, realized, bills: [own] };
  const fees = v.account(FEES).entry;
  fees.amount += fee;
  fees.counters.fillFeeIncome += fee;
  return { fee, realized, bills: [own, billOf(fees, "order_fill_fee_income", order.contract, fee)] };
}

export interface Fill {
  readonly fee: bigint;
  readonly realized: bigint;
  readonly bills: readonly Parameters<Venue["say"]>[0][];
}

/** The insurance fund receives the liquidation fee of the fill before this. */
export function receiveLiquidationFee(v: Venue, contract: Contract, amount: bigint): void {
  const { entry } = v.account(INSURANCE);
  entry.amount += amount;
  entry.counters.liquidateFeeIncome += amount;
  v.say(billOf(entry, "order_liquidate_fee_income", contract.index, amount));
}

/** The liquidation of an entry is over. */
export function finishLiquidation(v: Venue, entry: Entry): void {
  entry.liquidating = false;
  const { account, position, amount } = entry;
  v.say({ what: "liquidation finished", account, position, balance: amount });
}

/**
 * After a closing fill: an isolated entry gives back what it holds too much of; a position of size 0 ends.
 */
export function settleClose(
  v: Venue,
  contract: Contract,
  position: Position,
  sizeBefore: number,
  walletBefore: bigint,
): void {
  const { entry } = position;
  if (position.marginMode === "isolated") {
    const shared = v.account(position.account).entry;
    if (position.size === 0) {
      if (entry.amount < 0n) {
        moveMoney(v, "fix margin", v.account(INSURANCE).entry, entry, -entry.amount, contract.index);
      }
      if (entry.liquidating) {
        if (contract.riskRule.residualToFund && entry.amount > 0n)
          moveMoney(v, "fix margin", entry, v.account(INSURANCE).entry, entry.amount, contract.index);
        finishLiquidation(v, entry);
      }
      if (entry.amount > 0n) moveMoney(v, "margin", entry, shared, entry.amount, contract.index);
    } else {
      // ⌊W after − W before · remaining / before⌋
      const before = BigInt(sizeBefore);
      const scaled = v.isolatedWallet(position) * before - max(0n, walletBefore) * BigInt(position.size);
      const release = scaled > 0n ? scaled / before : 0n;
      if (release > 0n) moveMoney(v, "margin", entry, shared, release, contract.index);
    }
  }
  if (position.size > 0) return;
  const others = v.sharedPositions(position.account).filter((each) => each !== position);
  const isLast = position.marginMode === "shared" && others.length === 0;
  if (isLast && position.account !== INSURANCE && entry.amount < 0n) {
    moveMoney(v, "fix margin", v.account(INSURANCE).entry, entry, -entry.amount, -1);
  }
  endTriggersOf(v, position, !contract.specification.orphanTriggersKeep);
  v.positions = v.positions.filter((each) => each !== position);
  const { account, contract: of } = position;
  const isFlat = v.positions.every((each) => each.account !== account || each.contract !== of);
  if (isFlat) v.holding(account, of).kept = undefined;
  const { cumOpenSize: openSize, cumOpenValue: openValue, cumOpenFee: openFee } = position;
  const { cumCloseValue: closeValue, cumCloseFee: closeFee, cumFunding: funding } = position;
  const closed = { openSize, openValue, openFee, closeValue, closeFee, funding };
  v.say({
    what: "closed",
    position: position.id,
    account,
    ...closed,
    liquidationFee: position.cumLiquidateFee,
  });
}
