/** The next settlement of any contract; `undefined` if there is none. */
export function nextFundingOf(rows: readonly { readonly due: number }[]): number | undefined {
  const dues = rows.map(({ due }) => due).filter((due) => due > 0);
  return dues.length === 0 ? undefined : Math.min(...dues);
}
