/**
 * Divisions of safe integers. Every one names its rounding; nothing else in the core divides.
 *
 * A double quotient of two safe integers, floored, is exact: it could only be wrong if the true quotient
 * lay within half a unit in the last place below an integer, which needs a numerator of 2^53 or more.
 */

/** ⌊a / b⌋ for a safe integer `a` of any sign and `b` > 0. */
export function divFloor(a: number, b: number): number {
  return Math.floor(a / b);
}

/**
 * ⌈a / b⌉ for a safe integer `a` of any sign and `b` > 0; zero is +0, since −0 has other bytes in a record.
 */
export function divCeil(a: number, b: number): number {
  return Math.ceil(a / b) + 0;
}

/** a / b to the nearest integer, ties to the even one; neutral, for display and for mark prices. `b` > 0. */
export function divHalfEven(a: number, b: number): number {
  const quotient = Math.floor(a / b);
  const rest = a % b; // exact, where quotient × b may lie beyond the safe integers
  const twice = 2 * (rest < 0 ? rest + b : rest);
  if (twice < b || (twice === b && quotient % 2 === 0)) return quotient;
  return quotient + 1;
}

/** ⌊a / b⌋ for bigints of any sign, `b` > 0. */
export function bigDivFloor(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b < 0n ? quotient - 1n : quotient;
}

/** ⌈a / b⌉ for bigints of any sign, `b` > 0. */
export function bigDivCeil(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b > 0n ? quotient + 1n : quotient;
}

/** a / b to the nearest integer, ties to even, for bigints of any sign, `b` > 0. */
export function bigDivHalfEven(a: bigint, b: bigint): bigint {
  const quotient = bigDivFloor(a, b);
  const twice = 2n * (a - quotient * b);
  return twice > b || (twice === b && quotient % 2n !== 0n) ? quotient + 1n : quotient;
}

/** ⌊√square⌋ for a bigint of 0 or above, by Newton's method from above. */
export function bigSqrtFloor(square: bigint): bigint {
  if (square < 2n) return square;
  let root = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
