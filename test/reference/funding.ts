import { mayLeave } from "./breach.ts";
import { sourceRate } from "./prices.ts";
import { finishesAt, floorDiv, halfEvenDiv, max, min, POINTS, RATE_ONE, valueAt } from "./rules.ts";
import type { Terms } from "./tape.ts";
import { INSURANCE } from "./tape.ts";
import type { Contract, Entry, Position, Venue } from "./venue.ts";

/** Premium samples, the rate that they make, and who pays whom. */

/** Premiums are in units of 1e-10. */
const PREMIUM_ONE = 10_000_000_000n;
const PREMIUM_MAX = PREMIUM_ONE / 10n;
const LATE_MAX_MS = 60_000;

/** One sample for each whole five seconds passed, of a book with two sides as it stands. */
export function samplePremium(v: Venue, contract: Contract, samples: number): void {
  if (samples === 0 || contract.indexPoints === 0n) return;
  const premium = premiumOf(v, contract);
  if (premium === undefined) return;
  for (let i = 0; i < samples; i++) {
    contract.premiums += 1;
    contract.weightedPremium += BigInt(contract.premiums) * premium;
    contract.premiumSum += premium;
  }
}

/** [max(0, IB − I) − max(0, I − IA)] / I, IB and IA as exact fractions. */
function premiumOf(v: Venue, contract: Contract): bigint | undefined {
  const bid = impactPrice(v, contract, "buy");
  const ask = impactPrice(v, contract, "sell");
  if (bid === undefined && ask === undefined) return undefined;
  const index = contract.indexPoints;
  // A side that is too thin says nothing, and neither does the other by itself.
  if (bid === undefined || ask === undefined) {
    v.notes.push("premium of one side");
    if (v.has("premiums of one side")) return undefined;
    const term =
      bid === undefined
        ? max(0n, index * ask!.below - ask!.above * POINTS)
        : max(0n, bid.above * POINTS - index * bid.below);
    const below = bid === undefined ? ask!.below : bid.below;
    const premium = halfEvenDiv((bid === undefined ? -term : term) * PREMIUM_ONE, index * below);
    return max(-PREMIUM_MAX, min(PREMIUM_MAX, premium));
  }
  // Both differences over the common denominator bid.below · ask.below.
  const above = max(0n, bid.above * POINTS - index * bid.below) * ask.below;
  const below = max(0n, index * ask.below - ask.above * POINTS) * bid.below;
  const premium = halfEvenDiv((above - below) * PREMIUM_ONE, index * bid.below * ask.below);
  return max(-PREMIUM_MAX, min(PREMIUM_MAX, premium));
}

/** The impact notional in ticks × lots, at least one. */
export function impactOf({ specification, markRule }: Contract): bigint {
  return max(1n, (markRule.impactUnits * RATE_ONE) / valueAt(specification, 1, POINTS));
}

/** The average price in ticks of the first `impact` ticks × lots of a side: Σ value / Σ (value / price). */
export function impactPrice(v: Venue, contract: Contract, side: "buy" | "sell") {
  const impact = impactOf(contract);
  let left = impact;
  let base = { above: 0n, below: 1n };
  for (const { price, remaining } of v.book(contract.index, side)) {
    const value = min(left, BigInt(price) * BigInt(remaining));
    base = { above: base.above * BigInt(price) + value * base.below, below: base.below * BigInt(price) };
    left -= value;
    if (left === 0n) break;
  }
  if (left > 0n) return undefined;
  return { above: impact * base.below, below: base.above };
}

/** F = clamp(P + clamp(interest − P, ±clamp), ±cap). */
export function rateOf(premium: bigint, terms: Terms): bigint {
  const scale = PREMIUM_ONE / RATE_ONE;
  const within = (value: bigint, bound: number): bigint =>
    max(-BigInt(bound) * scale, min(BigInt(bound) * scale, value));
  const pull = within(BigInt(terms.interestRate) * scale - premium, terms.fundingClampRate);
  return halfEvenDiv(within(premium + pull, terms.fundingCapRate), scale);
}

/** Ends the running period of a contract if it is over; a settlement that is too late is left out. */
export function endPeriod(v: Venue, contract: Contract): void {
  if (contract.fundingDue > v.time || contract.status === "delisted") return;
  const { held } = contract.source;
  if (held) v.notes.push("funding of a held contract");
  const skipped = held || v.time - contract.fundingDue > LATE_MAX_MS;
  turn(v, contract, skipped, finishesAt(contract.specification, v.time));
}

/** Pays the rate of the running period unless it is skipped; the samples so far fix that of the next. */
export function turn(v: Venue, contract: Contract, skipped: boolean, due: number): void {
  if (!skipped) settle(v, contract);
  const n = BigInt(contract.premiums);
  const rateBy = (sum: bigint, weights: bigint): bigint =>
    rateOf(n === 0n ? 0n : halfEvenDiv(sum, weights), contract.specification);
  const weighted = rateBy(contract.weightedPremium, (n * (n + 1n)) / 2n);
  const mean = rateBy(contract.premiumSum, n);
  const own = contract.riskRule.fundingAverage === "mean" ? mean : weighted;
  const rate = sourceRate(contract) ?? own;
  if (own !== weighted) v.notes.push("funding of equal weights");
  v.say({
    what: "turned",
    contract: contract.index,
    settledRate: Number(contract.fundingRate),
    skipped,
    rate: Number(rate),
    due,
    mark: Number(contract.markPoints),
  });
  contract.fundingRate = rate;
  contract.fundingDue = due;
  contract.premiums = 0;
  contract.weightedPremium = 0n;
  contract.premiumSum = 0n;
}

/**
 * Payers round up and pay what they have: an isolated one no more than leaves it above its requirement (in
 * full: above nothing), a shared entry down to nothing, and what its own other leg gives it, the fund that
 * alone. Receivers truncate: first what their own account pays them, of the rest as much as others paid.
 */
function settle(v: Venue, contract: Contract): void {
  const rate = contract.fundingRate;
  if (rate === 0n) return;
  const paying = rate > 0n ? "long" : "short";
  const size = rate > 0n ? rate : -rate;
  const open = v.positions.filter((each) => each.contract === contract.index);
  const book = (entry: Entry, amount: bigint): void => {
    entry.amount += amount;
    entry.counters.funding += amount;
    v.say({
      what: "bill",
      type: "position_funding",
      account: entry.account,
      entry: entry.position,
      contract: contract.index,
      amount,
      balance: entry.amount,
      fee: 0n,
      reason: "",
    });
  };
  const owedBy = (each: Position): bigint => -floorDiv(-v.valueAtMark(each) * size, RATE_ONE);
  const fullOf = (each: Position): bigint => (v.valueAtMark(each) * size) / RATE_ONE;
  /** What the legs of a shared entry pay each other. */
  const own = new Map<number, bigint>();
  for (const { id } of v.accounts) {
    const legs = open.filter((each) => each.account === id && each.marginMode === "shared");
    const owed = legs.filter((each) => each.leg === paying).reduce((sum, each) => sum + owedBy(each), 0n);
    const full = legs.filter((each) => each.leg !== paying).reduce((sum, each) => sum + fullOf(each), 0n);
    own.set(id, v.has("hedges among themselves") ? min(owed, full) : 0n);
  }
  /** What the payers of a shared entry may still pay. */
  const left = new Map<number, bigint>();
  const most = (each: Position): bigint => {
    const { account } = each;
    if (each.marginMode === "isolated" && !contract.riskRule.fundingInFull)
      return mayLeave(v, each, "payers above nothing");
    if (account === INSURANCE && v.has("the fund's funding")) {
      if (!left.has(account)) left.set(account, own.get(account)!);
    } else if (!v.has("payers above nothing") || account === INSURANCE) return owedBy(each);
    if (each.marginMode === "isolated")
      return max(0n, min(v.isolatedEquity(each), v.isolatedEquity(each, "index")));
    const equity = min(v.equity(account), v.equity(account, "index"));
    if (!left.has(account)) left.set(account, own.get(account)! + max(0n, equity));
    return left.get(account)!;
  };
  let due = 0n;
  let collected = 0n;
  for (const position of open.filter((each) => each.leg === paying)) {
    const { account, marginMode } = position;
    const owed = owedBy(position);
    due += owed;
    const paid = min(owed, most(position));
    if (marginMode === "shared" && left.has(account)) left.set(account, left.get(account)! - paid);
    if (paid < owed)
      v.notes.push(`funding collection capped, ${account === INSURANCE ? "the fund" : marginMode}`);
    if (paid === 0n) continue;
    collected += paid;
    position.fundingFee -= paid;
    position.cumFunding -= paid;
    book(position.entry, -paid);
  }
  let out = 0n;
  const kept = [...own.values()].reduce((sum, each) => sum + each, 0n);
  for (const position of open.filter((each) => each.leg !== paying)) {
    const full = fullOf(position);
    let received = full;
    if (collected < due) {
      const ofOwn = position.marginMode === "shared" ? min(full, own.get(position.account)!) : 0n;
      if (ofOwn > 0n) {
        own.set(position.account, own.get(position.account)! - ofOwn);
        v.notes.push("funding among the legs of an account");
      }
      // Where all is among the legs of accounts there is no rest.
      received = ofOwn + (due === kept ? 0n : ((full - ofOwn) * (collected - kept)) / (due - kept));
    }
    if (received === 0n) continue;
    out += received;
    position.fundingFee += received;
    position.cumFunding += received;
    book(position.entry, received);
  }
  if (collected > out) book(v.account(INSURANCE).entry, collected - out);
}
