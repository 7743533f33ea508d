import type { AccountMirror, V2Client } from "../../../interface/client/index.ts";
import { accountSnapshot } from "../../../interface/client/v2/accountSnapshot.ts";
import type { Difference } from "./findings.ts";

/** Rows of a table by their names. */
type Rows = ReadonlyMap<string, object>;

const ABSENT = "(not there)";
/** How often an account that keeps changing is compared before a difference counts. */
const LOOKS_MAX = 5;

/**
 * Compares the account as pushes have built it with REST's answer. If the account changed during the
 * comparison, it is repeated: a difference counts only if nothing changed meanwhile, or at the last attempt.
 */
export async function compareAccount(
  client: V2Client,
  mirror: AccountMirror,
): Promise<readonly Difference[]> {
  for (let look = 1; ; look++) {
    await mirror.upToDate();
    const before = mirror.version;
    const rest = await accountSnapshot(
      (operation, input, options) => client.ask(operation, input, options),
      () => true,
    );
    await mirror.upToDate();
    const differences = [
      ...differencesOf("order", mirror.orders, byId(rest.orders.rows)),
      ...differencesOf("position", mirror.positions, byId(rest.positions.rows)),
      ...differencesOf(
        "collateral",
        mirror.collateral,
        new Map(
          rest.collateral.rows.map((row) => [
            `${row.coinId} ${row.marginMode} ${row.isolatedPositionId}`,
            row,
          ]),
        ),
      ),
      ...differencesOf("fill", newestFills(mirror, rest.fills.rows.length), byFill(rest.fills.rows)),
    ];
    if (differences.length === 0 || mirror.version === before || look === LOOKS_MAX) return differences;
  }
}

function newestFills({ fills }: AccountMirror, count: number): Rows {
  return byFill(count === 0 ? [] : fills.slice(-count));
}

function byFill(fills: readonly { readonly id: string; readonly orderId: string }[]): Rows {
  return new Map(fills.map((fill) => [`${fill.id} of order ${fill.orderId}`, fill]));
}

function byId(rows: readonly { readonly id: string }[]): Rows {
  return new Map(rows.map((row) => [row.id, row]));
}

/** Compares rows field by field; a row that only one side has is one difference. */
function differencesOf(kind: string, pushed: Rows, rest: Rows): readonly Difference[] {
  const differences: Difference[] = [];
  for (const name of new Set([...pushed.keys(), ...rest.keys()])) {
    const of = `${kind} ${name}`;
    const ours = pushed.get(name) as Readonly<Record<string, unknown>> | undefined;
    const theirs = rest.get(name) as Readonly<Record<string, unknown>> | undefined;
    if (ours === undefined || theirs === undefined) {
      const there = (row: unknown): string => (row === undefined ? ABSENT : "(there)");
      differences.push({ of, field: "row", pushed: there(ours), rest: there(theirs) });
      continue;
    }
    for (const field of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
      if (ours[field] === theirs[field]) continue;
      differences.push({ of, field, pushed: shown(ours[field]), rest: shown(theirs[field]) });
    }
  }
  return differences;
}

function shown(value: unknown): string {
  return value === undefined ? ABSENT : String(value);
}
