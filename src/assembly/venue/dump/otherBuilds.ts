import type { RowsOfOthers, RowValue, StateRow } from "../../../kernel/core/index.ts";
import { houseDefaults, riskRuleFields } from "../../../kernel/core/index.ts";
import { formOf } from "../../../service/gateway/fieldForms.ts";
import type { ParsedDump } from "./text.ts";
import { DumpError } from "./text.ts";

/**
 * Tables of settings, which say how something acts and owe nobody anything: a field of theirs that is not
 * known may be left.
 */
const SETTINGS = new Set(["house", "latencies"]);

/** Defaults of what cannot be 0, by table and field. */
const NEVER_ZERO: ReadonlyMap<string, RowValue> = new Map(
  Object.entries(houseDefaults).map(([name, value]) => [`house.${name}`, value]),
);

/** Defaults by table and field, beside those by kind (`defaultOf`). */
const DEFAULTS: ReadonlyMap<string, RowValue> = new Map<string, RowValue>([
  ...NEVER_ZERO,
  ["contracts.orphanTriggersKeep", true],
  ["contracts.apiTradable", true],
  ["contracts.triggerProtectRate", 5_000_000],
  ...[
    "orderRateLimitPerMinute",
    "orderDelayMs",
    "cancelDelayMs",
    "selfTradePrevention",
    "group",
    "positionMode",
    "marginCallPercent",
  ].map((name): [string, RowValue] => [`accounts.${name}`, 0]),
  ...["contracts.marketLotsMax", "contracts.notionalMinUnits"].map((name): [string, RowValue] => [name, 0]),
  ...["selfTradeMode", "goodTill", "priceMatch"].map((name): [string, RowValue] => [`orders.${name}`, 0]),
  ...["balances.called", "isolatedBalances.called"].map((name): [string, RowValue] => [name, false]),
  ...["label", "addresses", "wireProfile"].map((name): [string, RowValue] => [`keys.${name}`, ""]),
  ["orders.clientId", ""],
  ...["callbackRate", "activationPrice", "extreme"].map((name): [string, RowValue] => [`orders.${name}`, 0]),
  ...["countdownDue", "countdownWhich"].map((name): [string, RowValue] => [`settings.${name}`, 0]),
]);

/**
 * Reads the rows of a dump that another build may have written: by the list of the fields that its writer
 * knew, or without one by the fields that the rows of a table have.
 *
 * @param onLeft called once for each field of a setting that is left
 */
export function rowsOfOthers(
  { rows, fields, places }: ParsedDump,
  onLeft: (field: string) => void,
): RowsOfOthers {
  const known = fields ?? occurring(rows.entries());
  const left = new Set<string>();
  return {
    lacking(row, path, name, zero) {
      if (known.get(path)?.has(name) === true) return undefined;
      if (fields === undefined) return NEVER_ZERO.get(`${path}.${name}`);
      const instead = defaultOf(path, name, zero);
      if (instead !== undefined) return instead;
      throw new DumpError(
        `${places.get(row)}.${name} is lacking: whoever wrote the dump did not know it, and it has no default, as money, sizes, prices, ids and ` +
          `times have none. Write it into every line of ${path}, and into "fields" of line 1`,
      );
    },
    unread(row, path, name) {
      const place = places.get(row);
      if (name === undefined)
        throw new DumpError(`${place} is a table that this build does not know. ${REMEDY}`);
      if (!SETTINGS.has(path.split(".")[0]!))
        throw new DumpError(
          `${place}.${name} is not known to this build, and only settings (${[...SETTINGS].join(", ")}) may be left. ${REMEDY}`,
        );
      const field = `${path}.${name}`;
      if (!left.has(field)) onLeft(field);
      left.add(field);
    },
  };
}

const REMEDY = "Load the dump with a build that knows it, or take it out of the text if it may be lost";

/** The declared default of a field; `undefined`: it has none. */
function defaultOf(path: string, name: string, zero: RowValue): RowValue | undefined {
  const isFlag = zero === false || formOf(name) === "flag";
  const isRiskRule = path.startsWith("contracts") && Object.hasOwn(riskRuleFields, name);
  const isSetting = SETTINGS.has(path) && name !== "contract" && name !== "account";
  const isZero = isFlag || isRiskRule || isSetting || typeof zero === "object";
  return DEFAULTS.get(`${path}.${name}`) ?? (isZero ? zero : undefined);
}

/** The fields that rows have, by path. */
function occurring(
  all: Iterable<readonly [string, readonly StateRow[]]>,
  fields = new Map<string, Set<string>>(),
): ReadonlyMap<string, ReadonlySet<string>> {
  for (const [path, rows] of all) {
    const names = fields.get(path) ?? new Set();
    fields.set(path, names);
    for (const row of rows)
      for (const [name, value] of Object.entries(row)) {
        names.add(name);
        if (typeof value === "object") occurring([[`${path}.${name}`, [value].flat() as StateRow[]]], fields);
      }
  }
  return fields;
}
