import Type from "typebox";
import { Settings } from "typebox/system";
import { expect, test } from "vitest";
import { schemaErrors } from "./schemaErrors.ts";

const words = Array.from({ length: 20 }, (_, i) => `word-${i}`);
const strict = Type.Object({ a: Type.Optional(Type.Number()) }, { additionalProperties: false });

test.each([1, 7, 8, 9, 40, 3000])("%d fields that are not known are told, all of them", (count) => {
  const names = Array.from({ length: count }, (_, i) => `field-${i}`);
  const [error, ...others] = schemaErrors(strict, Object.fromEntries(names.map((name) => [name, 1])));
  expect(error).toMatchObject({ keyword: "additionalProperties", params: { additionalProperties: names } });
  expect(others).toEqual([]);
});

test("one of many words that is none of them is told", () => {
  const oneOf = Type.Union(words.map((word) => Type.Literal(word)));
  expect(schemaErrors(oneOf, "word").map(({ keyword }) => keyword)).toContain("anyOf");
});

test("what follows the schema has no errors, and TypeBox is left as it was", () => {
  const before = Settings.Get().maxErrors;
  expect(schemaErrors(strict, { a: 1 })).toEqual([]);
  expect(Settings.Get().maxErrors).toBe(before);
});
