import { InvariantError } from "../../data/units/units.ts";

/** Throws: `rule` is stated as it should hold, `where` gives the ids and numbers at hand. */
export function broken(rule: string, where: Readonly<Record<string, number | bigint | string>> = {}): never {
  const details = Object.entries(where).map(([name, value]) => `${name} ${value}`);
  throw new InvariantError(details.length === 0 ? rule : `${rule} (${details.join(", ")})`);
}
