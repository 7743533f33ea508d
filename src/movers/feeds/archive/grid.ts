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

/** A price in ticks; a price between two ticks becomes the lower (`down`) or the higher one. */
export function ticksOf(price: number, { priceDecimals, priceStep }: Steps, down: boolean): number {
  return whole((price * 10 ** priceDecimals) / priceStep, down);
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

export function whole(value: number, down: boolean): number {
  const nearest = Math.round(value);
  if (Math.abs(value - nearest) < NEARLY) return nearest;
  return down ? Math.floor(value) : Math.ceil(value);
}
