import type { Contract } from "../../market/contract.ts";

/** What a figure of the symbol bar is. */
export interface Meaning {
  /** Name of the figure, which stands over it. */
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly what: string;
  readonly how: string;
}

export type FigureName =
  | "last"
  | "mark"
  | "index"
  | "high"
  | "low"
  | "volume"
  | "turnover"
  | "openInterest"
  | "funding"
  | "forecast";

const DAY = "the last 1 440 one-minute candles of market time, the running one included";

/**
 * The meanings of a contract's figures, by the rules that hold where its operator has set no other
 * (docs/reference: market-data, mark, funding).
 */
export function meaningsOf({ coin, quote }: Contract): Readonly<Record<FigureName, Meaning>> {
  const price = `${quote} for 1 ${coin}`;
  return {
    last: {
      name: "Last",
      title: "Last price and its change",
      unit: `${price}; the change in percent`,
      what: "The price of the latest trade here, and how far it is from where the last 24 hours opened.",
      how: `Change = last ÷ open − 1, over ${DAY}.`,
    },
    mark: {
      name: "Mark",
      title: "Mark price",
      unit: price,
      what: "What positions are valued at and liquidated by. A single trade does not move it.",
      how: "Index + the mean of the last 30 samples, one a second, of (bid + ask) ÷ 2 − index. Bid and ask are the prices down and up to which the book holds the contract's impact notional. Never further from the index than the contract's bound, by default 0.5 %.",
    },
    index: {
      name: "Index",
      title: "Index price",
      unit: price,
      what: "The reference from outside that mark and funding are tied to; orders here do not move it.",
      how: "As its feed sets it; of several sources the weighted mean of those that reported within 10 s, in which one more than 3 % off the median does not count in full.",
    },
    high: {
      name: "24h high",
      title: "Highest price of 24 hours",
      unit: price,
      what: "The highest price of a trade in the last 24 hours.",
      how: `The greatest high of ${DAY}.`,
    },
    low: {
      name: "24h low",
      title: "Lowest price of 24 hours",
      unit: price,
      what: "The lowest price of a trade in the last 24 hours.",
      how: `The least low of ${DAY}.`,
    },
    volume: {
      name: `24h volume ${coin}`,
      title: "Volume of 24 hours",
      unit: coin,
      what: "How much was traded in the last 24 hours.",
      how: `The sum of the sizes of all trades, each counted once, over ${DAY}.`,
    },
    turnover: {
      name: `24h turnover ${quote}`,
      title: "Turnover of 24 hours",
      unit: quote,
      what: "What was paid for the volume of the last 24 hours.",
      how: `The sum of price × size of all trades, each counted once, over ${DAY}.`,
    },
    openInterest: {
      name: `Open interest ${coin}`,
      title: "Open interest",
      unit: coin,
      what: "How much is held in positions now.",
      how: "What all longs hold together, which is what all shorts hold together; asked for every 5 s.",
    },
    funding: {
      name: "Funding / in",
      title: "Funding of this period",
      unit: "percent of a position's value, for a period; the time left in hours, minutes and seconds of market time",
      what: "What holders pay each other when the period ends: above zero longs pay shorts, below zero shorts pay longs.",
      how: "Payment = size × mark × rate. The rate was fixed when the period began, by the samples of the one before: P + clamp(interest − P), capped, where P is their average premium.",
    },
    forecast: {
      name: "Next funding, est.",
      title: "Funding of the next period, as it stands",
      unit: "percent of a position's value, for a period",
      what: "The rate that the next period would have if this one ended now; every sample changes it.",
      how: "P + clamp(interest − P), capped. P is the average of the premiums sampled every 5 s in this period, later ones weighing more: how far the book's impact prices are above or below the index.",
    },
  };
}
