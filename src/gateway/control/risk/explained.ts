import type { ContractView, ExplainedEntry, RequirementView } from "../../../core/index.ts";
import { counterNames, counterSigns } from "../../../core/index.ts";
import {
  leverageText,
  moneyText,
  pointsText,
  priceText,
  rateText,
  shortTextOf,
  sizeText,
} from "../../../wire/index.ts";
import { legs, wordOf } from "../words.ts";

/** One number with its formula and the numbers that went into it, as decimals. */
export interface Explained {
  readonly name: string;
  readonly value: string;
  readonly formula: string;
  readonly terms: Readonly<Record<string, string | number>>;
}

/** An entry's amount: the sum of its counters, each with its sign. */
export function amountOf({ amount, counters }: ExplainedEntry): Explained {
  const signed = counterNames.map((name) => `${counterSigns[name] === 1 ? "+" : "−"} ${name}`).join(" ");
  return {
    name: "amount",
    value: moneyText(amount),
    formula: signed.replace(/^\+ /, ""),
    terms: Object.fromEntries(counterNames.map((name) => [name, moneyText(counters[name])])),
  };
}

/** What an entry is worth, may use and must keep. */
export function standingOf(entry: ExplainedEntry): readonly Explained[] {
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
      formula: "equity / requirement; liquidation at 1 and below",
      terms: moneyTexts({ equity, requirement: entry.requirement }),
    },
  ];
}

/** What each position of an entry adds. */
export function positionsOf({ positions }: ExplainedEntry, contracts: readonly ContractView[]) {
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

/** What a symbol requires, and the price that takes the entry there. */
export function requirementOf(symbol: RequirementView, contract: ContractView): readonly Explained[] {
  const { long, short } = symbol;
  const sizes = { long: sizeText(contract, long), short: sizeText(contract, short) };
  return [
    {
      name: "requirement",
      value: moneyText(symbol.requirement),
      formula:
        "net · mark · (maintenance rate + fee rate) − deduction · net / (long + short), up; net = |long − short|",
      terms: {
        ...sizes,
        mark: pointsText(contract, symbol.mark),
        notional: moneyText(symbol.notional),
        tier: symbol.tier,
        maintenanceRate: rateText(symbol.maintenanceRate),
        feeRate: rateText(symbol.feeRate),
        deduction: moneyText(symbol.deduction),
      },
    },
    {
      name: "liquidationPrice",
      value: symbol.liquidationPrice === 0 ? "none" : priceText(contract, symbol.liquidationPrice),
      formula: symbol.priceAtEdge
        ? "bound of the tier at that price / (long + short), down; beyond it the next tier's rate counts for the whole"
        : long > short
          ? "(others − cash − deduction · net / (long + short)) / (net · (1 − maintenance rate − fee rate)), up; rate and deduction of the tier at that price"
          : "(cash − others + deduction · net / (long + short)) / (net · (1 + maintenance rate + fee rate)), down; rate and deduction of the tier at that price",
      terms: {
        ...sizes,
        cash: moneyText(symbol.cash),
        others: moneyText(symbol.others),
        tier: symbol.priceTier,
        maintenanceRate: rateText(symbol.priceTierRate),
        feeRate: rateText(symbol.feeRate),
        deduction: moneyText(symbol.priceTierDeduction),
      },
    },
  ];
}

function moneyTexts(values: Readonly<Record<string, bigint>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, moneyText(value)]));
}
