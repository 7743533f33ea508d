/** A contract's steps, as its listing has them. */
export interface Steps {
  readonly priceDecimals: number;
  readonly priceStep: number;
  readonly sizeDecimals: number;
  readonly lotStep: number;
}

/**
 * Decimals in text become doubles within half a unit of the last place: a value this close to a whole number
 * is that number.
 */
const NEARLY = 1e-6;

/** What becomes of a value between two steps: the lower or the higher one. */
export type Rounding = "down" | "up";

/** A price in ticks. */
export function ticksOf(price: number, { priceDecimals, priceStep }: Steps, rounding: Rounding): number {
  return whole((price * 10 ** priceDecimals) / priceStep, rounding);
}

/** A price in hundredths of a tick, rounded to the nearest. */
export function nearestPoints(
  price: number,
  { priceDecimals, priceStep }: Pick<Steps, "priceDecimals" | "priceStep">,
): number {
  return Math.round((price * 10 ** (priceDecimals + 2)) / priceStep);
}

/** A size in lots, with a fraction for what is less than a lot. */
export function lotsOf(size: number, { sizeDecimals, lotStep }: Steps): number {
  return (size * 10 ** sizeDecimals) / lotStep;
}

/** A whole number; a value within {@link NEARLY} of one is that one, whatever the rounding. */
export function whole(value: number, rounding: Rounding): number {
  const nearest = Math.round(value);
  if (Math.abs(value - nearest) < NEARLY) return nearest;
  return rounding === "down" ? Math.floor(value) : Math.ceil(value);
}
