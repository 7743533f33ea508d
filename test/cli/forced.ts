/** Commands that forced.test.ts uses. */
export const forcedCommands = [
  "contract mark",
  "price report",
  "liquidate",
  "adl run",
  "adl ranks",
  "funding show",
  "funding settle",
  "funding skip",
  "fund show",
  "fund deposit",
  "fund withdraw",
  "explain account",
  "explain amount",
  "explain liquidation-price",
  "explain liquidation",
  "explain rejection",
];
