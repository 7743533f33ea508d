import type { control as answers } from "../../../../../interface/client/index.ts";

/** What kind of account each name is. */
export type KindOf = ReadonlyMap<string, answers.AccountKind>;

export function kindsOf(accounts: readonly Pick<answers.AccountRow, "name" | "kind">[]): KindOf {
  return new Map(accounts.map(({ name, kind }) => [name, kind]));
}

/** Users first, since they are looked for, then house traders, of whom there are many. */
export function usersFirst(names: readonly string[], kindOf: KindOf): readonly string[] {
  return names.toSorted((a, b) => rankOf(a, kindOf) - rankOf(b, kindOf));
}

function rankOf(name: string, kindOf: KindOf): number {
  return ["system", "house"].indexOf(kindOf.get(name) ?? "");
}

/**
 * Whether an event concerns house traders only: it names them and nobody else, or it is one of the house's
 * own.
 */
export function isOfHouse(
  { event, fields }: answers.JournalEntry["events"][number],
  kindOf: KindOf,
): boolean {
  if (event === "houseActed") return true;
  const named = Object.values(fields).flatMap((value) =>
    typeof value === "string" && kindOf.has(value) ? [kindOf.get(value)] : [],
  );
  return named.length > 0 && named.every((kind) => kind === "house");
}
