/** Whether a name fits one of several patterns. */
export type Patterns = (name: string) => boolean;

/**
 * Patterns in which `*` stands for any text, also for none. Case does not matter. An empty list fits every
 * name.
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
 * One pass, whatever the pattern: each part is matched at the first place where it stands, which leaves most
 * to the parts after it.
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
