import {
  leverageText,
  moneyText,
  pointsText,
  priceText,
  rateText,
  shortTextOf,
  sizeText,
} from "../../../interface/wire/index.ts";
import type {
  ChargeView,
  ContractView,
  ExplainedEntry,
  ExplainView,
  Quanta,
  RequirementView,
} from "../../../kernel/core/index.ts";
import { counterNames, counterSigns, HEDGE_LARGER, HEDGE_SUM } from "../../../kernel/core/index.ts";
import { legs, wordOf } from "../words.ts";

/** One number with its formula and the numbers that went into it, as decimals. */
export interface Explained {
  readonly name: string;
  readonly value: string;
  readonly formula: string;
  readonly terms: Readonly<Record<string, string | number>>;
}

/** Every number of an account's entries, as of one instant. */
export function accountExplained({ seq, time, entries }: ExplainView, contracts: readonly ContractView[]) {
  return {
    seq,
    time,
    numbers: worthOf(entries),
    entries: entries.map((entry) => ({
      position: entry.position,
      marginMode: entry.position === 0 ? ("shared" as const) : ("isolated" as const),
      numbers: [amountOf(entry), ...healthNumbers(entry)],
      positions: positionsOf(entry, contracts),
      symbols: entry.symbols.map((symbol) => ({
        symbol: contracts[symbol.contract]!.symbol,
        numbers: [...requirementOf(symbol, contracts[symbol.contract]!)],
      })),
    })),
  };
}

/** The account's totals: the sums over its entries. */
function worthOf(entries: readonly ExplainedEntry[]): Explained[] {
  const sum = (name: string, of: (entry: ExplainedEntry) => Quanta): Explained => ({
    name,
    value: moneyText(entries.reduce((total, entry) => total + of(entry), 0n)),
    formula: "Σ over the entries: the shared one and those of isolated positions",
    terms: Object.fromEntries(
      entries.map((entry) => [
        entry.position === 0 ? "shared" : `isolated ${entry.position}`,
        moneyText(of(entry)),
      ]),
    ),
  });
  return [
    sum("equity", ({ equity }) => equity),
    sum("wallet", ({ wallet }) => wallet),
    sum("unrealized", ({ equity, wallet }) => equity - wallet),
  ];
}

/** An entry's amount: the sum of its counters, each with its sign. */
function amountOf({ amount, counters }: ExplainedEntry): Explained {
  const signed = counterNames.map((name) => `${counterSigns[name] === 1 ? "+" : "−"} ${name}`).join(" ");
  return {
    name: "amount",
    value: moneyText(amount),
    formula: signed.replace(/^\+ /, ""),
    terms: Object.fromEntries(counterNames.map((name) => [name, moneyText(counters[name])])),
  };
}

/** An entry's equity, what it may use, and what it must keep. */
function healthNumbers(entry: ExplainedEntry): readonly Explained[] {
  const { amount, entryValue, wallet, markValue, equity, positionMargin, frozen, pendingOut } = entry;
  const isShared = entry.position === 0;
  const charges = moneyTexts({ positionMargin, frozen, pendingOut });
  return [
    {
      name: "wallet",
      value: moneyText(wallet),
      formula: "amount + Σ long entry value − Σ short entry value",
      terms: moneyTexts({ amount, entryValue }),
    },
    {
      name: "equity",
      value: moneyText(equity),
      formula: "amount + Σ long size · mark − Σ short size · mark",
      terms: moneyTexts({ amount, markValue }),
    },
    ...(isShared
      ? [
          {
            name: "available",
            value: moneyText(entry.available),
            formula: "max(0, equity − position margin − frozen by orders − pending out)",
            terms: { equity: moneyText(equity), ...charges },
          },
          {
            name: "withdrawable",
            value: moneyText(entry.withdrawable),
            formula: "max(0, min(wallet, equity) − position margin − frozen by orders − pending out)",
            terms: { wallet: moneyText(wallet), equity: moneyText(equity), ...charges },
          },
        ]
      : []),
    {
      name: "marginRatio",
      value: entry.ratio === undefined ? "none" : shortTextOf(entry.ratio, 8),
      formula: "⌊equity / requirement⌋ at 1e-8; liquidation at 1 and below",
      terms: moneyTexts({ equity, requirement: entry.requirement }),
    },
  ];
}

/** What each position contributes to an entry. */
function positionsOf({ positions }: ExplainedEntry, contracts: readonly ContractView[]) {
  return positions.map((position) => {
    const contract = contracts[position.contract]!;
    return {
      position: position.position,
      symbol: contract.symbol,
      leg: wordOf(legs, position.leg),
      size: sizeText(contract, position.size),
      mark: pointsText(contract, position.mark),
      entryValue: moneyText(position.openValue),
      markValue: moneyText(position.notional),
      unrealized: moneyText(position.unrealized),
      leverage: leverageText(position.leverage),
      margin: moneyText(position.margin),
    };
  });
}

/** What a symbol requires, and at which price that requirement meets the entry's equity. */
function requirementOf(symbol: RequirementView, contract: ContractView): readonly Explained[] {
  const sizes = { long: sizeText(contract, symbol.long), short: sizeText(contract, symbol.short) };
  const isRising = symbol.long > symbol.short; // a net long is liquidated by a falling price
  return [
    {
      name: "requirement",
      value: moneyText(symbol.requirement),
      formula: `${requirementFormula(symbol)}, up${definition(symbol)}`,
      terms: {
        ...sizes,
        mark: pointsText(contract, symbol.mark),
        ...chargeTerms(symbol.charges, true),
        feeRate: rateText(symbol.feeRate),
      },
    },
    {
      name: "liquidationPrice",
      value: symbol.liquidationPrice === 0 ? "none" : priceText(contract, symbol.liquidationPrice),
      formula: symbol.priceAtEdge
        ? "bound of a tier at that price / the size that picks it, down; beyond it the next tier's rate counts for the whole"
        : `${priceFormula(symbol, isRising)}; rate and deduction of the tier at that price`,
      terms: {
        ...sizes,
        cash: moneyText(symbol.cash),
        others: moneyText(symbol.others),
        ...chargeTerms(symbol.priceCharges, false),
        feeRate: rateText(symbol.feeRate),
      },
    },
  ];
}

function requirementFormula({ hedge, tierByNet }: RequirementView): string {
  if (hedge === HEDGE_SUM)
    return "long · mark · (maintenance rate + fee rate) − deduction, and the same of short, each in its own tier, added";
  const charged = hedge === HEDGE_LARGER ? "larger" : "net";
  return `${charged} · mark · (maintenance rate + fee rate) − deduction · ${charged} / ${tierSize(tierByNet)}`;
}

/**
 * The price at which equity, cash + (long − short) · price, meets the requirement at that price and what the
 * other symbols require.
 */
function priceFormula({ hedge, tierByNet }: RequirementView, isRising: boolean): string {
  if (hedge === HEDGE_SUM)
    return "(others − cash − deductions) / (long − short − Σ size · (maintenance rate + fee rate)), up or down to where it is healthy";
  const share = (charged: string) => `deduction · ${charged} / ${tierSize(tierByNet)}`;
  if (hedge === HEDGE_LARGER)
    return `(others − cash − ${share("larger")}) / (long − short − larger · (maintenance rate + fee rate)), up or down to where it is healthy`;
  return isRising
    ? `(others − cash − ${share("net")}) / (net · (1 − maintenance rate − fee rate)), up`
    : `(cash − others + ${share("net")}) / (net · (1 + maintenance rate + fee rate)), down`;
}

function tierSize(tierByNet: boolean): string {
  return tierByNet ? "net" : "(long + short)";
}

function definition({ hedge, tierByNet }: RequirementView): string {
  if (hedge === HEDGE_SUM) return "";
  const larger = hedge === HEDGE_LARGER ? "; larger = max(long, short)" : "";
  return hedge !== HEDGE_LARGER || tierByNet ? `${larger}; net = |long − short|` : larger;
}

/**
 * Tier, rate and deduction of a requirement; where each leg has its own, those of the second leg have other
 * names.
 */
function chargeTerms(charges: readonly ChargeView[], withNotional: boolean): Explained["terms"] {
  const rows = charges.map(({ notional, tier, maintenanceRate, deduction }, i) => {
    const named = Object.entries({
      ...(withNotional ? { notional: moneyText(notional) } : {}),
      tier,
      maintenanceRate: rateText(maintenanceRate),
      deduction: moneyText(deduction),
    });
    return named.map(([name, value]) => [i === 0 ? name : `${name}OfShort`, value] as const);
  });
  return Object.fromEntries(rows.flat());
}

function moneyTexts(values: Readonly<Record<string, bigint>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, moneyText(value)]));
}
