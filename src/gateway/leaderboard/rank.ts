/** What decides over a place. */
export interface Placed {
  readonly team: string;
  /** The result: the higher, the better. */
  readonly result: bigint;
  /** 0 or below. */
  readonly drawdown: bigint;
  readonly trades: number;
}

/**
 * Teams in their order, each with its rank: by result, where that is equal by the shallower drawdown, then by name. Equal results have
 * the same rank, and the ranks after them are left out. Who has not traded comes last and has none; who was liquidated stands where its
 * result puts it.
 */
export function ranked<T extends Placed>(
  teams: readonly T[],
): readonly (T & { readonly rank: number | null })[] {
  const ordered = teams.toSorted(
    (a, b) =>
      Number(b.trades > 0) - Number(a.trades > 0) ||
      (a.trades > 0 ? sign(b.result - a.result) || sign(b.drawdown - a.drawdown) : 0) ||
      (a.team < b.team ? -1 : 1),
  );
  let rank = 0;
  return ordered.map((each, i) => {
    if (each.trades === 0) return { ...each, rank: null };
    if (each.result !== ordered[i - 1]?.result) rank = i + 1;
    return { ...each, rank };
  });
}

function sign(difference: bigint): number {
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}
