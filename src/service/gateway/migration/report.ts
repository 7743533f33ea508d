import type { ErrorName, Weight } from "../../../interface/wire/index.ts";
import { errorTexts, fapi, v2, v3 } from "../../../interface/wire/index.ts";
import type { Operation } from "../operation.ts";
import { operations } from "../operations.ts";
import type { RequestEntry } from "../requestLog/entry.ts";
import { inFapi } from "./inFapi.ts";
import { answerShapes, migrations } from "./table.ts";

/** What a bot must change to move from V2 to V3, by its recorded requests. */
export interface MigrationReport {
  /** Number of requests to V2, how many of these were refused, and of requests to V3. */
  readonly requests: number;
  readonly refused: number;
  readonly migrated: number;
  /** Weight of the requests to V2 (address/account), and of the same requests in V3. */
  readonly weight: string;
  readonly weightInV3: string;
  /** One row for each operation, the most called first. */
  readonly calls: readonly CallMigration[];
  /** One row for each request field of these operations that changes. */
  readonly fields: readonly FieldMigration[];
  /** One row for each field of their answers that changes. */
  readonly answers: readonly FieldMigration[];
  /** One row for each error code that was answered. */
  readonly codes: readonly { readonly code: string; readonly seen: number; readonly inV3: string }[];
}

export interface CallMigration {
  readonly call: string;
  readonly requests: number;
  readonly inV3: string;
  readonly inFapi: string;
  readonly weight: string;
  readonly weightInV3: string;
  readonly note: string;
}

export interface FieldMigration {
  readonly call: string;
  readonly field: string;
  readonly inV3: string;
}

const byName = new Map<string, Operation>(operations.map((each) => [`${each.method} ${each.path}`, each]));

/**
 * The report of logged requests. The log has no bodies: so all fields of the operations that were called are
 * listed.
 */
export function migrationReport(entries: readonly RequestEntry[]): MigrationReport {
  const seen = new Map<string, number>();
  const codes = new Map<string, number>();
  let [migrated, refused] = [0, 0];
  for (const { method, path, code } of entries) {
    const name = `${method} ${path}`;
    const operation = byName.get(name);
    if (operation?.api.name === "V3") migrated++;
    if (operation?.api.name !== "V2") continue;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    if (code === "") continue;
    refused++;
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  const calls = [...seen].toSorted(([, a], [, b]) => b - a);
  const weights = calls.map(([name, requests]) => ({
    before: times(byName.get(name)!.weight, requests),
    after: times(weightIn(name), requests),
  }));
  const changes = codeMigrations();
  return {
    requests: calls.reduce((sum, [, requests]) => sum + requests, 0),
    refused,
    migrated,
    weight: shown(total(weights.map(({ before }) => before))),
    weightInV3: shown(total(weights.map(({ after }) => after))),
    calls: calls.map(([call, requests]) => callMigration(call, requests)),
    fields: calls.flatMap(([call]) => changesOf(call, migrations[call]!.fields)),
    answers: calls.flatMap(([call]) => {
      const { answer } = migrations[call]!;
      return answer === undefined ? [] : changesOf(call, answerShapes[answer]);
    }),
    codes: [...codes].map(([code, count]) => ({
      code,
      seen: count,
      inV3: changes.find((each) => each.code === code)?.to.join(", ") ?? "",
    })),
  };
}

function callMigration(call: string, requests: number): CallMigration {
  const { to, note = "" } = migrations[call]!;
  return {
    call,
    requests,
    inV3: named(to),
    inFapi: named(inFapi[call]),
    weight: shown(byName.get(call)!.weight),
    weightInV3: to.length === 0 ? "" : shown(weightIn(call)),
    note,
  };
}

/** Operations in words. */
function named(successors: readonly string[] = []): string {
  return successors.length === 0 ? "nothing" : successors.join(", ");
}

function changesOf(call: string, fields: Readonly<Record<string, string>>): FieldMigration[] {
  return Object.entries(fields)
    .filter(([, inV3]) => inV3 !== "=")
    .map(([field, inV3]) => ({ call, field, inV3: inV3.replace(/^=,? ?/, "the same; ") }));
}

const NO_WEIGHT: Weight = { ip: 0, uid: 0 };

/** The weight of a call in V3: that of the first operation that replaces it. */
function weightIn(call: string): Weight {
  const successor = migrations[call]!.to[0];
  return successor === undefined ? NO_WEIGHT : byName.get(successor)!.weight;
}

function times({ ip, uid }: Weight, count: number): Weight {
  return { ip: ip * count, uid: uid * count };
}

function total(weights: readonly Weight[]): Weight {
  return weights.reduce((sum, { ip, uid }) => ({ ip: sum.ip + ip, uid: sum.uid + uid }), NO_WEIGHT);
}

function shown({ ip, uid }: Weight): string {
  return `${ip}/${uid}`;
}

/** The codes of the other dialects for a code of V2. */
export interface CodeMigration {
  readonly code: string;
  /** "-1142 (400)": codes with their HTTP statuses; several where V3 tells cases apart. */
  readonly to: readonly string[];
  /** The same in the fapi dialect. */
  readonly inFapi: readonly string[];
  readonly meaning: string;
}

/** Every code of V2, derived from the errors of all dialects. */
export function codeMigrations(): readonly CodeMigration[] {
  const byCode = new Map<string, { to: Set<string>; inFapi: Set<string>; meaning: string }>();
  for (const kind of Object.keys(errorTexts) as ErrorName[]) {
    const { code } = v2.errors[kind];
    const { code: successor, status } = v3.errors[kind];
    const known = byCode.get(code) ?? { to: new Set(), inFapi: new Set(), meaning: errorTexts[kind] };
    known.to.add(successor === undefined ? `no code (${status})` : `${successor} (${status})`);
    known.inFapi.add(`${fapi.errors[kind].code} (${fapi.errors[kind].status})`);
    byCode.set(code, known);
  }
  return [...byCode].map(([code, { to, inFapi: there, meaning }]) => ({
    ...{ code, to: [...to], inFapi: [...there], meaning },
  }));
}
