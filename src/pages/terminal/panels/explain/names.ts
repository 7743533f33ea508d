/** The numbers of an entry that can be explained, in the order in which they build on each other. */
export const ENTRY_NUMBERS: readonly string[] = [
  "available",
  "equity",
  "wallet",
  "withdrawable",
  "marginRatio",
  "amount",
];

const TITLES: Readonly<Record<string, string>> = {
  amount: "Amount",
  wallet: "Wallet balance",
  equity: "Equity",
  available: "Available",
  withdrawable: "May be withdrawn",
  marginRatio: "Margin ratio",
  requirement: "Maintenance margin",
  liquidationPrice: "Liquidation price",
  cost: "Cost",
  averagePrice: "Fills now at",
  slippage: "Slippage",
  largestSize: "Largest size",
  coming: "On its way here",
  leaving: "On its way out",
  value: "Value",
  profit: "Profit",
  fee: "Fee",
  fees: "Fees",
  funding: "Funding",
  net: "Net",
  beforeFees: "PnL before fees",
  unrealized: "Unrealised PnL",
  unrealizedPnl: "Unrealised PnL",
  realizedPnl: "Realised PnL",
  balance: "Balance after it",
};

export function titleOf(number: string): string {
  return TITLES[number] ?? termName(number);
}

/** The words of a term: "positionMargin" is "position margin". */
export function termName(term: string): string {
  return term.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}
