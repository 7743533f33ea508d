import { settleClose } from "./ledger.ts";
import { tradeByValue } from "./matching.ts";
import { ended, systemOrder } from "./orders.ts";
import { giveWay } from "./reservations.ts";
import { max } from "./rules.ts";
import { INSURANCE } from "./tape.ts";
import type { Order, Position, Venue } from "./venue.ts";
import { signOf } from "./venue.ts";

/** Counterparties that lose a position to somebody else's bankruptcy. */

interface Score {
  readonly position: Position;
  /** Nothing backs a position that wins. */
  readonly infinite: boolean;
  readonly above: bigint;
  readonly below: bigint;
}

/**
 * pnl/V · leverage for who wins, pnl/V ÷ leverage for who loses; the highest first, then the first opened.
 */
function ranked(v: Venue, contract: number, leg: string, except: number): Position[] {
  const scores: Score[] = [];
  for (const position of v.positions) {
    if (position.contract !== contract || position.leg !== leg || position.account === except) continue;
    const notional = v.valueAtMark(position);
    const pnl = signOf(position) * (notional - position.openValue);
    const shared = position.marginMode === "shared";
    const exposure = shared
      ? v.sharedPositions(position.account).reduce((sum, each) => sum + v.valueAtMark(each), 0n)
      : notional;
    const equity = max(0n, shared ? v.equity(position.account) : v.isolatedEquity(position));
    const [above, below] =
      pnl > 0n
        ? [pnl * exposure, position.openValue * equity]
        : [pnl * equity, position.openValue * exposure];
    scores.push({ position, infinite: pnl > 0n && equity === 0n, above, below });
  }
  const lots = (each: Score): bigint => drawn(v.commands, each.position.account);
  const isDrawn = v.contract(contract).riskRule.adl === "random";
  scores.sort((a, b) => {
    if (isDrawn && lots(a) !== lots(b)) return lots(a) > lots(b) ? -1 : 1;
    if (isDrawn) return a.position.id - b.position.id;
    if (a.infinite !== b.infinite) return a.infinite ? -1 : 1;
    const [left, right] = [a.above * b.below, b.above * a.below];
    if (!a.infinite && left !== right) return left > right ? -1 : 1;
    return a.position.id - b.position.id;
  });
  return scores.map((each) => each.position);
}

/** What an account draws for the n-th command, as docs/reference/liquidation.md writes it down. */
function drawn(command: number, account: number): bigint {
  const word = 2n ** 32n;
  const mix = (given: bigint): bigint => {
    let x = given;
    x ^= x / 2n ** 16n;
    x = (x * 0x85ebca6bn) % word;
    x ^= x / 2n ** 13n;
    x = (x * 0xc2b2ae35n) % word;
    return x ^ (x / 2n ** 16n);
  };
  const seq = BigInt(command);
  return mix(mix(mix(seq % word) ^ (seq / word)) ^ BigInt(account));
}

/** First what their accounts hold net, the fund's left out; then whatever there is. */
export function deleverageAgainst(
  v: Venue,
  closer: Order,
  from: Position,
  worthOf: (lots: number) => bigint,
): void {
  const facing = from.leg === "long" ? "short" : "long";
  const contract = v.contract(from.contract);
  for (const whole of [false, true]) {
    for (const position of ranked(v, from.contract, facing, from.account)) {
      if (closer.remaining === 0) return;
      if (position.account === INSURANCE && !whole) continue;
      let most = position.size;
      if (!whole && position.marginMode === "shared") {
        const side = v.legSize(position.account, from.contract, facing);
        most = Math.min(most, side - v.legSize(position.account, from.contract, from.leg));
      }
      const lots = Math.min(closer.remaining, most);
      if (lots <= 0) continue;
      if (contract.riskRule.adl === "random") v.notes.push("deleveraged in random order");
      giveWay(v, position, lots);
      const victim = systemOrder(v, { kind: "agreement", position, lots, price: closer.price });
      const before = { size: position.size, wallet: v.isolatedWallet(position) };
      tradeByValue(v, "deleveraging", victim, closer, lots, worthOf(lots));
      settleClose(v, contract, position, before.size, before.wallet);
      ended(v, victim, "filled");
    }
  }
}
