/**
 * Decimal text on one side, exact integers on the other. Nothing here goes through a fraction: reading goes
 * digit by digit, and writing slices strings.
 *
 * The grammar is `-?(0|[1-9]\d{0,17})(\.\d{1,40})?`: no exponent, no plus sign, no leading zeros, no blanks,
 * and a bounded length, so that no text costs much to read. The decimals are more than any unit has: what a
 * program's binary fractions add up to, such as 0.0007000000000000001, is a decimal and is refused by the
 * step that it does not match.
 */

const ZERO = 48;
const NINE = 57;
const POINT = 46;
const MINUS = 45;
const INTEGER_DIGITS_MAX = 18;
const FRACTION_DIGITS_MAX = 40;

const FACE_DECIMALS = 18;

/** Decimals of money: 1 quantum = 1e-8. */
export const MONEY_DECIMALS = 8;
/** Decimals of rates: 1 = 1e-8. */
export const RATE_DECIMALS = 8;
/** Decimals of leverage: 1 = 0.01x. */
export const LEVERAGE_DECIMALS = 2;

/** Whether `text` follows the grammar above. */
export function isDecimal(text: string): boolean {
  let at = text.charCodeAt(0) === MINUS ? 1 : 0;
  const start = at;
  while (isDigit(text.charCodeAt(at))) at++;
  const integer = at - start;
  if (integer === 0 || integer > INTEGER_DIGITS_MAX) return false;
  if (integer > 1 && text.charCodeAt(start) === ZERO) return false;
  if (at === text.length) return true;
  if (text.charCodeAt(at) !== POINT) return false;
  const point = at++;
  while (isDigit(text.charCodeAt(at))) at++;
  const fraction = at - point - 1;
  return at === text.length && fraction > 0 && fraction <= FRACTION_DIGITS_MAX;
}

/**
 * A number of JSON as a decimal without an exponent, exactly: `plainNumber("6.1E4")` is "61000", of "1e-05"
 * it is "0.00001". A text that no decimal is as long as stays as it is.
 *
 * @param text must be a number by JSON's grammar
 */
export function plainNumber(text: string): string {
  const [, sign, integer, fraction = "", exponent] = EXPONENTIAL.exec(text) ?? [];
  if (integer === undefined || Math.abs(Number(exponent)) > FRACTION_DIGITS_MAX) return text;
  const point = integer.length + Number(exponent);
  const digits = (integer + fraction).padStart(
    integer.length + fraction.length + Math.max(0, 1 - point),
    "0",
  );
  const at = Math.max(1, point);
  const whole = digits
    .slice(0, at)
    .padEnd(at, "0")
    .replace(/^0+(?=\d)/, "");
  const rest = digits.slice(at);
  return `${sign}${whole}${rest === "" ? "" : `.${rest}`}`;
}

const EXPONENTIAL = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/;

/**
 * A decimal in units of 10^−`decimals`, exactly: `unitsOf("90000.5", 1)` is 900 005.
 *
 * @param text must satisfy {@link isDecimal}
 * @returns `undefined` when the text has digits finer than the unit ("0.05" in tenths; "0.50" is fine);
 *   ±Infinity when the integer is not below 2^53, so that every upper bound refuses it
 */
export function unitsOf(text: string, decimals: number): number | undefined {
  const negative = text.charCodeAt(0) === MINUS;
  let value = 0;
  let left = decimals;
  let seenPoint = false;
  for (let at = negative ? 1 : 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === POINT) {
      seenPoint = true;
      continue;
    }
    if (seenPoint && left === 0) {
      if (code !== ZERO) return undefined;
      continue;
    }
    if (seenPoint) left--;
    value = value * 10 + (code - ZERO);
  }
  for (; left > 0; left--) value *= 10;
  if (value > Number.MAX_SAFE_INTEGER) value = Number.POSITIVE_INFINITY;
  return negative && value !== 0 ? -value : value;
}

/**
 * A decimal in steps of `step` × 10^−`decimals`: a price in ticks, a size in lots.
 *
 * @returns `undefined` when it is not a multiple of the step; see {@link unitsOf} for the rest
 */
export function stepsOf(text: string, decimals: number, step: number): number | undefined {
  const units = unitsOf(text, decimals);
  if (units === undefined || step === 1 || !Number.isFinite(units)) return units;
  return units % step === 0 ? units / step : undefined;
}

/**
 * A decimal amount of money in quanta of 1e-8.
 *
 * @param text must satisfy {@link isDecimal}
 * @returns `undefined` when it has digits finer than a quantum
 */
export function quantaOfText(text: string): bigint | undefined {
  const point = text.indexOf(".");
  if (point < 0) return BigInt(text) * 100_000_000n;
  const fraction = text.slice(point + 1);
  for (let at = MONEY_DECIMALS; at < fraction.length; at++)
    if (fraction.charCodeAt(at) !== ZERO) return undefined;
  const quanta = BigInt(text.slice(0, point) + fraction.slice(0, MONEY_DECIMALS).padEnd(MONEY_DECIMALS, "0"));
  return quanta === 0n ? 0n : quanta;
}

/**
 * Units of 10^−`decimals` as text with exactly that many decimals: `textOf(900_005, 1)` is "90000.5",
 * `textOf(200, 4)` is "0.0200".
 *
 * @param units a safe integer of any sign, or a bigint
 */
export function textOf(units: number | bigint, decimals: number): string {
  if (decimals === 0) return units.toString();
  const negative = units < 0;
  const digits = (negative ? -units : units).toString().padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const text = `${digits.slice(0, point)}.${digits.slice(point)}`;
  return negative ? `-${text}` : text;
}

/** Like {@link textOf}, without trailing zeros after the point: "0.02", "20", "0". */
export function shortTextOf(units: number | bigint, decimals: number): string {
  const text = textOf(units, decimals);
  if (decimals === 0) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === ZERO) end--;
  if (text.charCodeAt(end - 1) === POINT) end--;
  return text.slice(0, end);
}

/** Quanta as the shortest exact decimal: "4663.20125463", "-34.553", "0". */
export function moneyText(quanta: bigint): string {
  return quanta === 0n ? "0" : shortTextOf(quanta, MONEY_DECIMALS);
}

/** A rate of 1e-8 units as the shortest exact decimal: "0.0006". */
export function rateText(rate: number): string {
  return rate === 0 ? "0" : shortTextOf(rate, RATE_DECIMALS);
}

/** Leverage in hundredths: "20.00". */
export function leverageText(leverage: number): string {
  return textOf(leverage, LEVERAGE_DECIMALS);
}

/** Leverage in hundredths, as V3 writes it: "20". */
export function shortLeverageText(leverage: number): string {
  return shortTextOf(leverage, LEVERAGE_DECIMALS);
}

/** The grid of a contract, with which its prices and sizes are read and written. */
export interface Grid {
  /** tick = priceStep × 10^−priceDecimals. */
  readonly priceDecimals: number;
  readonly priceStep: number;
  /** lot = lotStep × 10^−sizeDecimals. */
  readonly sizeDecimals: number;
  readonly lotStep: number;
}

/** Ticks as text at the contract's scale: "90755.3". */
export function priceText(grid: Grid, ticks: number): string {
  return textOf(ticks * grid.priceStep, grid.priceDecimals);
}

/** Hundredths of a tick (mark, index) as text: two decimals more than the price. */
export function pointsText(grid: Grid, points: number): string {
  return textOf(points * grid.priceStep, grid.priceDecimals + 2);
}

/** Lots as text at the contract's scale: "0.0200". */
export function sizeText(grid: Grid, lots: number): string {
  return textOf(lots * grid.lotStep, grid.sizeDecimals);
}

/** The price step as text: "0.1". */
export function tickText(grid: Grid): string {
  return shortTextOf(grid.priceStep, grid.priceDecimals);
}

/** The size step as text: "0.0001". */
export function lotText(grid: Grid): string {
  return shortTextOf(grid.lotStep, grid.sizeDecimals);
}

/** Face value of one contract as text: "0.000001". A face value that has no end is cut at 18 decimals. */
export function faceValueText(grid: Grid & { readonly contractsPerLot: number }): string {
  const lot = BigInt(grid.lotStep) * 10n ** BigInt(FACE_DECIMALS - grid.sizeDecimals);
  return shortTextOf(lot / BigInt(grid.contractsPerLot), FACE_DECIMALS);
}

/**
 * value ÷ size, the average price of fills, rounded half-even at 1e-8; digits beyond the price's decimals are
 * shown up to the last that is not zero.
 *
 * @param quanta Σ price × size of the fills
 */
export function averagePriceText(grid: Grid, quanta: bigint, lots: number): string {
  const numerator = quanta * 10n ** BigInt(grid.sizeDecimals);
  const denominator = BigInt(lots) * BigInt(grid.lotStep);
  let units = numerator / denominator;
  const twice = 2n * (numerator - units * denominator);
  if (twice > denominator || (twice === denominator && units % 2n !== 0n)) units += 1n;
  const text = textOf(units, MONEY_DECIMALS);
  let end = text.length;
  for (
    let spare = MONEY_DECIMALS - grid.priceDecimals;
    spare > 0 && text.charCodeAt(end - 1) === ZERO;
    spare--
  )
    end--;
  return text.charCodeAt(end - 1) === POINT ? text.slice(0, end - 1) : text.slice(0, end);
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/**
 * A number of the market as clients write it, by its kind: prices and sizes as decimals of a contract's grid,
 * or in ticks and lots without one; money, rates and leverages as decimals; any other as it is.
 */
export function quantityText(kind: string, value: number | bigint | boolean | string, grid?: Grid): string {
  if (typeof value === "bigint") return moneyText(value);
  if (typeof value !== "number") return String(value);
  if (kind === "Leverage") return leverageText(value);
  if (kind === "Rate") return rateText(value);
  if (grid === undefined) return String(value);
  if (kind === "Points") return pointsText(grid, value);
  if (kind === "Ticks") return priceText(grid, value);
  return kind === "Lots" ? sizeText(grid, value) : String(value);
}
