/** A row in two venues; `undefined` where one of them does not have it. */
export type Pair<T> = readonly [T | undefined, T | undefined];

/**
 * Above this product of lengths, rows that differ are paired only by their places: anything else would take
 * too long.
 */
const COMPARISONS_MAX = 4_000_000;

/**
 * Pairs the rows of two lists, each in the order of time. Rows with a name belong to the row of the same
 * name, the n-th to the n-th. Other rows belong together where the same was asked for, so that one row more
 * does not shift those after it; rows between two such pairs are paired by their places.
 *
 * @param nameOf "" for a row without a name
 * @param wordsOf what was asked for, as a text
 */
export function align<T>(
  a: readonly T[],
  b: readonly T[],
  nameOf: (row: T) => string,
  wordsOf: (row: T) => string,
): readonly Pair<T>[] {
  const [named, others] = [byName(a, nameOf), byName(b, nameOf)];
  const pairs: Pair<T>[] = [];
  for (const [name, row] of named.rows) pairs.push([row, others.rows.get(name)]);
  for (const [name, row] of others.rows) if (!named.rows.has(name)) pairs.push([undefined, row]);
  return [...pairs, ...byWords(named.nameless, others.nameless, wordsOf)];
}

function byName<T>(rows: readonly T[], nameOf: (row: T) => string) {
  const named = new Map<string, T>();
  const nameless: T[] = [];
  const seen = new Map<string, number>();
  for (const row of rows) {
    const name = nameOf(row);
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    if (name === "") nameless.push(row);
    else named.set(`${nth} ${name}`, row);
  }
  return { rows: named, nameless };
}

/** Pairs along a longest common sequence of texts. */
function byWords<T>(a: readonly T[], b: readonly T[], wordsOf: (row: T) => string): Pair<T>[] {
  const [left, right] = [a.map(wordsOf), b.map(wordsOf)];
  let from = 0;
  while (from < Math.min(a.length, b.length) && left[from] === right[from]) from++;
  let [i, j] = [a.length, b.length];
  while (i > from && j > from && left[i - 1] === right[j - 1]) [i, j] = [i - 1, j - 1];
  const [rows, columns] = [i - from, j - from];
  const tail = a.slice(i).map((row, at): Pair<T> => [row, b[j + at]]);
  const head = a.slice(0, from).map((row, at): Pair<T> => [row, b[at]]);
  if (rows * columns > COMPARISONS_MAX)
    return [...head, ...byPlace(a.slice(from, i), b.slice(from, j)), ...tail];

  // lengths[r][c]: the length of the longest common sequence of the rows from r and the columns from c on.
  const lengths = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  for (let r = rows - 1; r >= 0; r--)
    for (let c = columns - 1; c >= 0; c--)
      lengths[r]![c] =
        left[from + r] === right[from + c]
          ? lengths[r + 1]![c + 1]! + 1
          : Math.max(lengths[r + 1]![c]!, lengths[r]![c + 1]!);
  const pairs: Pair<T>[] = [...head];
  let [r, c] = [0, 0];
  let [gapA, gapB]: [T[], T[]] = [[], []];
  const endGap = (): void => {
    pairs.push(...byPlace(gapA, gapB));
    [gapA, gapB] = [[], []];
  };
  while (r < rows && c < columns) {
    if (left[from + r] === right[from + c]) {
      endGap();
      pairs.push([a[from + r++], b[from + c++]]);
    } else if (lengths[r + 1]![c]! >= lengths[r]![c + 1]!) gapA.push(a[from + r++]!);
    else gapB.push(b[from + c++]!);
  }
  gapA.push(...a.slice(from + r, i));
  gapB.push(...b.slice(from + c, j));
  endGap();
  return [...pairs, ...tail];
}

function byPlace<T>(a: readonly T[], b: readonly T[]): Pair<T>[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, at): Pair<T> => [a[at], b[at]]);
}
