/** Which accounts a list of names, ids and patterns means. */

interface Named {
  readonly account: number;
  readonly name: string;
}

/**
 * The accounts that names, ids or patterns mean, in the order of `all`, each once. `*` stands for any characters.
 *
 * @param refused makes the error for a text that means none, of the reason
 */
export function matching<A extends Named>(
  all: readonly A[],
  patterns: readonly string[],
  refused: (why: string) => Error,
): readonly A[] {
  const found = new Set<A>();
  for (const pattern of patterns) {
    const meant = all.filter(meaning(pattern));
    if (meant.length === 0)
      throw refused(
        pattern.includes("*") ? `no account is like '${pattern}'` : `there is no account '${pattern}'`,
      );
    for (const each of meant) found.add(each);
  }
  return all.filter((each) => found.has(each));
}

function meaning(pattern: string): (account: Named) => boolean {
  if (/^\d+$/.test(pattern)) return ({ account }) => account === Number(pattern);
  const parts = pattern.split("*");
  if (parts.length === 1) return ({ name }) => name === pattern;
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const between = parts.slice(1, -1);
  return ({ name }) => {
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
      return false;
    let at = first.length;
    for (const part of between) {
      const place = name.indexOf(part, at);
      if (place < 0) return false;
      at = place + part.length;
    }
    return at <= name.length - last.length;
  };
}
