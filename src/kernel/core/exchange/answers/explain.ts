import { ISOLATED, LONG, SHARED } from "../../data/codes.ts";
import type { MarginTerms } from "../../data/contract/brackets.ts";
import { bracketAt } from "../../data/contract/brackets.ts";
import { available, positionMargin, withdrawable } from "../../data/margin/available.ts";
import { liquidationPoint } from "../../data/margin/liquidationPrice.ts";
import type { Legs } from "../../data/margin/maintenance.ts";
import { chargesOf, maintenance } from "../../data/margin/maintenance.ts";
import { frozenOf } from "../../data/margin/netMargin.ts";
import type {
  ChargeView,
  CounterName,
  ExplainedEntry,
  ExplainView,
  PositionPartView,
  RequirementView,
} from "../../data/messages/query.ts";
import { counterNames } from "../../data/messages/query.ts";
import type { State } from "../../data/state/state.ts";
import { bigDivFloor } from "../../data/units/divide.ts";
import type { AccountId, ContractIndex, EntrySlot, PositionSlot } from "../../data/units/kinds.ts";
import type { Points, Quanta } from "../../data/units/units.ts";
import { NONE, POINTS_PER_TICK, RATE_ONE } from "../../data/units/units.ts";
import { legsOfIsolated, legsOfShared, marginTermsOf } from "../../events/marginHealth.ts";

/**
 * How an account's numbers come about at this instant: every term of every formula of its entries, so that a
 * reader need not compute anything. Undefined for an unknown account.
 *
 * @see docs/reference/margin.md
 */
export function explain(s: State, query: { readonly account: AccountId }): ExplainView | undefined {
  const { accounts, positions, seq, time } = s;
  const { account } = query;
  if (!accounts.has(account)) return undefined;
  const entries = [sharedEntry(s, account)];
  for (let p = accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
    if (positions.marginMode[p] === ISOLATED) entries.push(isolatedEntry(s, p));
  }
  return { account, seq, time, entries };
}

function sharedEntry(s: State, account: AccountId): ExplainedEntry {
  const { accounts, entries, positions, holdings, scratch } = s;
  const entry = accounts.entry[account];
  const parts: PositionPartView[] = [];
  for (let p = accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
    if (positions.marginMode[p] === SHARED) parts.push(partOf(s, p));
  }
  const sums = sumsOf(s, entry, parts);
  const charged: Charged[] = [];
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    const legs = legsOfShared(s, h);
    if (holdings.marginMode[h] !== SHARED || legs.long + legs.short === 0) continue;
    charged.push({ index: holdings.contract[h], legs, margin: marginTermsOf(s, h) });
  }
  return {
    ...sums,
    ...requirementsOf(s, charged, sums.equity),
    position: 0,
    frozen: frozenOf(s, account, s.scratch.frozen).toQuanta(),
    pendingOut: entries.pendingWithdraw.quanta(entry) + entries.pendingTransferOut.quanta(entry),
    available: available(s, account, scratch.available).toQuanta(),
    withdrawable: withdrawable(s, account, scratch.available).toQuanta(),
  };
}

function isolatedEntry(s: State, p: PositionSlot): ExplainedEntry {
  const { positions } = s;
  const part = partOf(s, p);
  const sums = sumsOf(s, positions.entry[p], [part]);
  return {
    ...sums,
    ...requirementsOf(
      s,
      [{ index: part.contract, legs: legsOfIsolated(s, p), margin: marginTermsOf(s, positions.holding[p]) }],
      sums.equity,
    ),
    position: part.position,
    frozen: 0n,
    pendingOut: 0n,
    available: 0n,
    withdrawable: 0n,
  };
}

/** What an entry and its positions add up to. */
function sumsOf(s: State, entry: EntrySlot, parts: readonly PositionPartView[]) {
  const { entries } = s;
  const counters = {} as Record<CounterName, Quanta>;
  for (const name of counterNames) counters[name] = entries.counters[name].quanta(entry);
  const amount = entries.amount.quanta(entry);
  let entryValue = 0n;
  let markValue = 0n;
  let positionMargin = 0n;
  for (const { leg, openValue, notional, margin } of parts) {
    entryValue += leg === LONG ? openValue : -openValue;
    markValue += leg === LONG ? notional : -notional;
    positionMargin += margin;
  }
  return {
    counters,
    amount,
    entryValue,
    wallet: amount + entryValue,
    markValue,
    equity: amount + markValue,
    positionMargin,
    positions: parts,
  };
}

/** The legs of a symbol, and what decides their requirement. */
interface Charged {
  readonly index: ContractIndex;
  readonly legs: Legs;
  readonly margin: MarginTerms;
}

/** What each symbol of an entry requires, together and by itself. */
function requirementsOf(
  s: State,
  charged: readonly Charged[],
  equity: Quanta,
): Pick<ExplainedEntry, "requirement" | "ratio" | "symbols"> {
  const required = charged.map(({ index, legs, margin }) => {
    const contract = s.contracts[index];
    return maintenance(margin, legs, contract.markPoints);
  });
  const requirement = required.reduce((sum, each) => sum + each, 0n);
  const symbols = charged.map(({ index, legs, margin }, i): RequirementView => {
    const contract = s.contracts[index];
    const perLot = BigInt(contract.markPoints) * BigInt(contract.quantaPerPointLot);
    const cash = equity - BigInt(legs.long - legs.short) * perLot;
    const others = requirement - required[i]!;
    const point = liquidationPoint(contract, legs, cash, others, margin);
    const price = point?.price ?? 0;
    return {
      contract: index,
      long: legs.long,
      short: legs.short,
      feeRate: legs.feeRate,
      mark: contract.markPoints,
      hedge: margin.riskRule.hedge,
      tierByNet: margin.riskRule.tierByNet,
      charges: chargesAt(margin, legs, contract.markPoints),
      requirement: required[i]!,
      cash,
      others,
      liquidationPrice: price,
      priceAtEdge: point?.atEdge ?? false,
      priceCharges: chargesAt(margin, legs, price === 0 ? contract.markPoints : price * POINTS_PER_TICK),
    };
  });
  const ratio = requirement === 0n ? undefined : bigDivFloor(equity * BigInt(RATE_ONE), requirement);
  return { requirement, ratio, symbols };
}

/** The sizes of the legs that are charged at a mark, each with its tier's rate. */
function chargesAt(margin: MarginTerms, legs: Legs, mark: Points): readonly ChargeView[] {
  const perLot = BigInt(mark) * BigInt(margin.quantaPerPointLot);
  return chargesOf(margin.riskRule, legs).map(({ lots, tierLots }) => {
    const notional = tierLots * perLot;
    const bracket = bracketAt(margin.brackets, notional);
    return {
      lots: Number(lots),
      tierLots: Number(tierLots),
      notional,
      tier: margin.brackets.indexOf(bracket) + 1,
      maintenanceRate: bracket.rate,
      deduction: bracket.deduction,
    };
  });
}

function partOf(s: State, p: PositionSlot): PositionPartView {
  const { positions, scratch } = s;
  const contract = s.contracts[positions.contract[p]];
  const { notional: register } = scratch;
  register.setProduct(positions.size[p], contract.markPoints * contract.quantaPerPointLot);
  const notional = register.toQuanta();
  const openValue = positions.openValue.quanta(p);
  const leg = positions.leg[p];
  const gain = notional - openValue;
  return {
    position: positions.id[p],
    contract: contract.index,
    leg,
    size: positions.size[p],
    mark: contract.markPoints,
    openValue,
    notional,
    unrealized: leg === LONG ? gain : -gain,
    leverage: positions.leverage[p],
    margin: positionMargin(s, p, positions.leverage[p], register).toQuanta(),
  };
}
