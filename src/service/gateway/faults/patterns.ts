/** Whether a name fits one of some patterns. */
export type Patterns = (name: string) => boolean;

/**
 * Patterns in which `*` stands for anything, also for nothing; case does not matter, and no pattern fits
 * every name.
 */
export function fitting(patterns: readonly string[]): Patterns {
  if (patterns.length === 0) return () => true;
  const each = patterns.map((pattern) => pattern.toLowerCase().split("*"));
  return (name) => {
    const lower = name.toLowerCase();
    return each.some((parts) => fits(parts, lower));
  };
}

/**
 * In one pass, whatever the pattern: the first of the places where a part stands leaves most to the others.
 */
function fits(parts: readonly string[], name: string): boolean {
  const first = parts[0]!;
  const last = parts.at(-1)!;
  if (parts.length === 1) return name === first;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
