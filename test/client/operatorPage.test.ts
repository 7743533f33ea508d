import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandLayouts, eventLayouts } from "../../src/kernel/core/index.ts";
import { MEANINGS } from "../../src/pages/terminal/operator/explain/journalAmounts.ts";
import { forms } from "../../src/pages/terminal/operator/generated/forms.ts";
import type { OperationFields } from "../../src/pages/terminal/operator/parts/operationFields.ts";
import { controlOperations } from "../../src/service/gateway/control/index.ts";

/**
 * The operator's page does everything that control can do by hand, and explains every amount that the journal
 * holds.
 */

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

const names = controlOperations.map(
  (each) => [`${each.method} ${each.path.replace("/control/", "")}`, each] as const,
);

test("every operation of control has a form, or the page saves the file that it answers with", () => {
  const files = globSync("src/pages/terminal/operator/**/*.{ts,tsx}", { cwd: ROOT }).filter(
    (path) => !/\.test\.tsx?$/.test(path),
  );
  const page = files.map(read).join("\n");
  const saved = names.filter(([name, { sends }]) => sends !== undefined && page.includes(`"${name}"`));
  const has = [...Object.keys(forms), ...saved.map(([name]) => name)];
  expect(has.toSorted()).toEqual(names.map(([name]) => name).toSorted());
});

test("a position is picked out of those that the account of the same form has", () => {
  const asking = names.filter(([, { parameters }]) => "position" in parameters).map(([name]) => name);
  const picking = Object.entries<OperationFields>(forms).filter(
    ([, { fields }]) =>
      fields.some(({ kind }) => kind === "position") &&
      fields.some(({ name, kind }) => name === "account" && kind === "account"),
  );
  expect(picking.map(([name]) => name).toSorted()).toEqual(asking.toSorted());
  expect(asking.length).toBeGreaterThan(2);
});

test("every amount of money in the journal has its meaning, made of fields of the same record", () => {
  for (const [kind, { fixed, texts }] of Object.entries({ ...commandLayouts, ...eventLayouts })) {
    const money = Object.entries(fixed).flatMap(([name, type]) => (type === "money" ? [name] : []));
    const meanings = MEANINGS[kind] ?? {};
    expect(Object.keys(meanings).toSorted(), kind).toEqual(money.toSorted());
    const fields = new Set<string>([...Object.keys(fixed), ...texts]);
    for (const [name, { terms }] of Object.entries(meanings))
      expect(
        terms.filter((term) => !fields.has(term)),
        `${kind}.${name}`,
      ).toEqual([]);
  }
  const kinds = new Set([...Object.keys(commandLayouts), ...Object.keys(eventLayouts)]);
  expect(Object.keys(MEANINGS).filter((kind) => !kinds.has(kind))).toEqual([]);
});
