/** What reaches itself, with what it shares a circle with; each circle once, in alphabetical order. */
export function circlesOf(leaning: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const reached = new Map(Array.from(leaning.keys(), (from) => [from, reachedFrom(from)] as const));
  const circles = Array.from(leaning.keys(), (from) =>
    [...reached.get(from)!].filter((to) => reached.get(to)?.has(from)).sort(),
  );
  return [...new Map(circles.filter(({ length }) => length > 0).map((each) => [each.join(), each])).values()];

  function reachedFrom(from: string): ReadonlySet<string> {
    const found = new Set<string>();
    const next = [...(leaning.get(from) ?? [])];
    for (let to = next.pop(); to !== undefined; to = next.pop()) {
      if (found.has(to)) continue;
      found.add(to);
      next.push(...(leaning.get(to) ?? []));
    }
    return found;
  }
}
