import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandLayouts, eventLayouts } from "../../src/core/index.ts";
import { controlOperations } from "../../src/gateway/control/index.ts";
import { MEANINGS } from "../../src/terminal/operator/explain/journalAmounts.ts";

/** The operator's page does everything that control can do by hand, and explains every amount that the journal holds. */

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

test("every operation of control is called by the page, or the document says why it is not", () => {
  const files = globSync("src/terminal/operator/**/*.{ts,tsx}", { cwd: ROOT }).filter(
    (path) => !/\.test\.tsx?$/.test(path),
  );
  const page = files.map(read).join("\n");
  const section = read("docs/operator.md").split("## What it does not call")[1]!.split("\n## ")[0]!;
  const left = new Map(
    [...section.matchAll(/^\| `(GET|POST) \/control\/(\S+)` \| (.+) \|$/gm)].map(
      ([, method, path, why]) => [`${method} ${path}`, why!] as const,
    ),
  );
  const names = controlOperations.map(({ method, path }) => `${method} ${path.replace("/control/", "")}`);
  const called = names.filter((name) => page.includes(`"${name}"`));
  expect([...called, ...left.keys()].toSorted()).toEqual(names.toSorted());
  for (const [name, why] of left) expect(why.length, name).toBeGreaterThan(20);
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
