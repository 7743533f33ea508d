import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TSchema } from "typebox";
import Value from "typebox/value";
import { describe, expect, test } from "vitest";
import { scenarioJsonSchema } from "./scenarioJsonSchema.ts";

/**
 * The schema of scenario files that editors read: made from what the reader itself checks by, and from the
 * operations of control.
 */

const ROOT = join(import.meta.dirname, "../..");
const EXAMPLES = join(ROOT, "examples/scenarios");

const schema = scenarioJsonSchema() as TSchema;

test("docs/scenario.schema.json is the schema", async () => {
  await expect(`${JSON.stringify(schema, null, 1)}\n`).toMatchFileSnapshot(
    join(ROOT, "docs/scenario.schema.json"),
  );
});

describe("by it", () => {
  const files = readdirSync(EXAMPLES).filter((name) => name.endsWith(".json"));

  test.each(files)("%s is right", (name) => {
    const file: unknown = JSON.parse(readFileSync(join(EXAMPLES, name), "utf8"));
    expect([...Value.Errors(schema, file)]).toEqual([]);
  });

  test.each([
    { feeds: { cmt_btcusdt: { type: "constant", prize: 1 } } },
    { timeline: [{ atMs: 0, do: "accounts/liquidat", with: { account: "a" } }] },
    { timeline: [{ atMs: 0, do: "accounts/liquidate", with: { acount: "a" } }] },
    { timeline: [{ atMs: 0, do: "accounts/liquidate" }] },
    { timeline: [{ atMs: 0, do: "clock/freeze" }] },
    { timeline: [{ atMs: 0, expect: "fund" }] },
    { timeline: [{ atMs: -1, say: "a" }] },
  ])("%j is wrong", (file) => {
    expect(Value.Check(schema, file)).toBe(false);
  });
});
