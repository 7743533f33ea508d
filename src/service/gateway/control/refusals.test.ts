import { expect, test } from "vitest";
import { rejectionOf, rejections } from "../../../kernel/core/index.ts";
import { operatorRefusalOf } from "./refusals.ts";

/** What operators are told is English: no name of the engine's, whatever the refusal. */
test.each(Object.entries(rejections))("%s", (type, { code, details }) => {
  const { message } = operatorRefusalOf(rejectionOf(code, [1, 2, 3, 4, 5]));
  expect(message).not.toMatch(/^[A-Z]+_/);
  for (const name of [type, ...Object.keys(details).filter((each) => /[A-Z]/.test(each))])
    expect(message).not.toContain(name);
});
