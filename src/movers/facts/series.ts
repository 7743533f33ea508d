/*
 * Statistics of a series, for reading a market. They use binary floating point, which is never used for
 * money.
 */

type Series = ArrayLike<number>;

export function mean(series: Series): number {
  let sum = 0;
  for (let i = 0; i < series.length; i++) sum += series[i]!;
  return sum / series.length;
}

export function deviation(series: Series): number {
  const middle = mean(series);
  let sum = 0;
  for (let i = 0; i < series.length; i++) sum += (series[i]! - middle) ** 2;
  return Math.sqrt(sum / series.length);
}

/** The correlation of two series of one length, −1 to 1; 0 where one of them is constant. */
export function correlation(a: Series, b: Series): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]! - meanA, b[i]! - meanB];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb);
}

/** The correlation of a series with itself `lag` places later; 0 where it is constant. */
export function autocorrelation(series: Series, lag: number): number {
  const middle = mean(series);
  let [both, own] = [0, 0];
  for (let i = 0; i < series.length; i++) {
    const x = series[i]! - middle;
    own += x * x;
    if (i + lag < series.length) both += x * (series[i + lag]! - middle);
  }
  return own === 0 ? 0 : both / own;
}

export const ascending = (series: Series): Float64Array => Float64Array.from(series).sort();

/** The value below which a share of an ascending series lies. */
export function quantile(sorted: Series, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/**
 * Hill's exponent of a power tail, from the largest `share` of the values; a larger exponent is a thinner
 * tail.
 */
export function tailExponent(values: Series, share: number): number {
  const sorted = ascending(values);
  const count = Math.max(2, Math.floor(sorted.length * share));
  const border = sorted[sorted.length - count - 1] ?? 0;
  if (border <= 0) return Number.NaN;
  let sum = 0;
  for (let i = sorted.length - count; i < sorted.length; i++) sum += Math.log(sorted[i]! / border);
  return count / sum;
}

/**
 * Each value divided by the mean of the `window` scales before it; values for which that mean is 0, and the
 * first `window` values, are left out.
 */
export function overRecent(values: Series, scales: Series, window: number): Float64Array {
  const result: number[] = [];
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    if (i >= window) {
      if (sum > 0) result.push((values[i]! * window) / sum);
      sum -= scales[i - window]!;
      // A remainder this small is rounding: it counts as 0.
      if (Math.abs(sum) < 1e-12 * Math.abs(scales[i - window]!)) sum = 0;
    }
    sum += scales[i]!;
  }
  return Float64Array.from(result);
}

/** Kolmogorov and Smirnov's distance of two distributions: their largest difference, 0 to 1. */
export function distance(a: Series, b: Series): number {
  const [x, y] = [ascending(a), ascending(b)];
  if (x.length === 0 || y.length === 0) return 1;
  let [i, j, largest] = [0, 0, 0];
  while (i < x.length && j < y.length) {
    const value = Math.min(x[i]!, y[j]!);
    while (i < x.length && x[i] === value) i++;
    while (j < y.length && y[j] === value) j++;
    largest = Math.max(largest, Math.abs(i / x.length - j / y.length));
  }
  return largest;
}
