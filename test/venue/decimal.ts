/** Exact decimals for what a test expects: bigint in units of 1e-8, sharing nothing with the venue's own. */

const ONE = 100_000_000n;

/** "60010.5" in units of 1e-8; finer digits are an error. */
export function exact(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,8})0*)?$/.exec(text);
  if (match === null) throw new Error(`no decimal of at most eight places: ${text}`);
  const [, sign, whole, fraction = ""] = match;
  const units = BigInt(whole!) * ONE + BigInt(fraction.padEnd(8, "0"));
  return sign === "-" ? -units : units;
}

/** Price times size: exact on every listed contract. */
export function times(a: bigint, b: bigint): bigint {
  if ((a * b) % ONE !== 0n) throw new Error("a value has at most eight places");
  return (a * b) / ONE;
}

/** A fee: truncated at 1e-8. */
export function feeOf(value: bigint, rate: string): bigint {
  return (value * exact(rate)) / ONE;
}

export function ceilDivide(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

/** `a · b / c`, to the nearest, halves to the even one. */
export function proportion(a: bigint, b: bigint, c: bigint): bigint {
  const product = a * b;
  const quotient = product / c;
  const twice = 2n * (product - quotient * c);
  return twice > c || (twice === c && quotient % 2n === 1n) ? quotient + 1n : quotient;
}

export function sum(amounts: Iterable<bigint>): bigint {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}
