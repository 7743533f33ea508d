import { expect, test } from "vitest";
import { nodeTooOld } from "./nodeVersion.ts";

test.each([
  ["20.20.2", false],
  ["23.11.0", false],
  ["24.0.0", true],
  ["26.10.0", true],
  ["100.0.0", true],
])("Node.js %s runs a venue: %s", (version, runs) => {
  const refusal = nodeTooOld(version);
  if (runs) expect(refusal).toBeUndefined();
  else expect(refusal).toContain(`this is ${version}.`);
});
