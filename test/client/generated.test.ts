import { join } from "node:path";
import { expect, test } from "vitest";
import { controlOperations } from "../../src/service/gateway/control/index.ts";
import { v2Operations } from "../../src/service/gateway/v2/operations.ts";
import { v3Operations } from "../../src/service/gateway/v3/operations.ts";
import { controlModule, formsModule, operationsModule } from "./clientSource.ts";

/**
 * The client's tables, and those of the operator's forms, are what the venue declares.
 * `vitest run test/client/generated.test.ts --update` makes them anew.
 */

const CLIENT = join(import.meta.dirname, "../../src/interface/client");

test.each([
  ["v2/generated/operations.ts", operationsModule("V2", v2Operations)],
  ["v3/generated/operations.ts", operationsModule("V3", v3Operations)],
  ["control/generated/operations.ts", controlModule(controlOperations)],
  ["../../pages/terminal/operator/generated/forms.ts", formsModule(controlOperations)],
])("%s", async (file, text) => {
  await expect(text).toMatchFileSnapshot(join(CLIENT, file));
});

test("every operation that is documented has a function, under a name of its own", () => {
  for (const operations of [v2Operations, v3Operations]) {
    const calls = operations.map(({ call }) => call);
    expect(calls.filter((call) => !/^[a-z]\w+\.[a-z]\w+$/.test(call ?? ""))).toEqual([]);
    expect(new Set(calls).size).toBe(calls.length);
  }
});
