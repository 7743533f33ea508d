import { expect, test } from "vitest";
import { jsonFault } from "./jsonFault.ts";

test.each([
  "hello\nworld\n",
  "",
  "{",
  '{"a": 1,\n}',
  "[1 2]",
  `{"a": ${'"\n'.repeat(99)}`,
  '"',
  ",",
  ',"',
  "\u0000",
])("what is wrong with %j is said in one line, without the text", (text) => {
  let fault = "";
  try {
    JSON.parse(text);
  } catch (error) {
    fault = jsonFault(error);
  }
  expect(fault).toMatch(/^[A-Z][^\n"]{10,100}$/);
});
