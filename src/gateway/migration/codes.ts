import type { ErrorName } from "../../wire/index.ts";
import { errorTexts, v2, v3 } from "../../wire/index.ts";

/** What a code of V2 is in V3. */
export interface CodeMigration {
  readonly code: string;
  /** "-1142 (400)": codes with their HTTP statuses; more than one where V3 tells cases apart. */
  readonly to: readonly string[];
  readonly meaning: string;
}

/** Every code of V2, derived from the errors of both versions. */
export function codeMigrations(): readonly CodeMigration[] {
  const byCode = new Map<string, { to: Set<string>; meaning: string }>();
  for (const kind of Object.keys(errorTexts) as ErrorName[]) {
    const { code } = v2.errors[kind];
    const { code: successor, status } = v3.errors[kind];
    const known = byCode.get(code) ?? { to: new Set(), meaning: errorTexts[kind] };
    known.to.add(successor === undefined ? `no code (${status})` : `${successor} (${status})`);
    byCode.set(code, known);
  }
  return [...byCode].map(([code, { to, meaning }]) => ({ code, to: [...to], meaning }));
}
