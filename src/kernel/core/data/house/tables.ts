/*
 * Logarithms and powers as literals: JavaScript engines may compute them differently in the last digit, and
 * what a state machine draws must not depend on a library of mathematics. Never computed at start-up.
 */

/** Tables of a distribution have 2^this cells. */
export const CELL_BITS = 6;

/** −1000 · ln(1 − i / 64); the last cell, which has no end, is closed where its mean is right. */
export const EXPONENTIAL: readonly number[] = [
  ...[0, 16, 32, 48, 65, 81, 98, 116, 134, 152, 170, 189, 208, 227, 247, 267, 288, 309, 330, 352, 375, 398],
  ...[421, 445, 470, 495, 521, 548, 575, 604, 633, 662, 693, 725, 758, 792, 827, 863, 901, 940, 981, 1023],
  ...[1068, 1114, 1163, 1214, 1269, 1326, 1386, 1451, 1520, 1594, 1674, 1761, 1856, 1962, 2079, 2213, 2367],
  ...[2549, 2773, 3060, 3466, 4159, 6159],
];

/** 1000 · (1 − i / 64)^(−2/3), its tail cut at thirty times the least. */
export const PARETO: readonly number[] = [
  ...[1000, 1011, 1021, 1033, 1044, 1056, 1068, 1080, 1093, 1106, 1120, 1134, 1148, 1163, 1179, 1195, 1211],
  ...[1229, 1246, 1265, 1284, 1304, 1324, 1346, 1368, 1391, 1416, 1441, 1468, 1495, 1525, 1555, 1587, 1621],
  ...[1657, 1695, 1735, 1778, 1823, 1871, 1923, 1978, 2038, 2102, 2172, 2247, 2330, 2420, 2520, 2631, 2754],
  ...[2894, 3053, 3235, 3447, 3698, 4000, 4372, 4846, 5472, 6350, 7692, 10_079, 16_000, 30_400],
];

/** Mean of what {@link PARETO} gives, in the same thousandths. */
export const PARETO_MEAN = 2_600;

/**
 * How dense a book is at a distance of 2^k / 64 of its near distance, where 1000 is the average up to the
 * near distance. It is the slope of the cumulative depth, which grows with the power 1.6 of the distance up
 * to near, and with 0.67 beyond. So close to the touch, taking twice as much moves the price by less than
 * twice.
 */
export const DENSITY: readonly number[] = [
  ...[132, 200, 303, 459, 696, 1056, 1600, 533, 424, 337, 268, 213, 170, 135, 107, 86, 68, 54, 43, 34, 27],
];

/** A cell of a table by its place, which lies inside. */
export function cellOf(table: readonly number[], cell: number): number {
  return table[cell]!;
}
