import { stat } from "node:fs/promises";
import { expect, test } from "vitest";
import { inTime } from "./inTime.ts";

/** Nothing of this process runs meanwhile. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test("what has come while this process stood still has come in time", async () => {
  const come = inTime(
    stat(import.meta.dirname).then(() => "come"),
    100,
    "it has not come",
  );
  standStill(500);
  expect(await come).toBe("come");
});

test("what does not come is missing once the time is over", async () => {
  await expect(inTime(new Promise(() => {}), 100, "it has not come")).rejects.toThrow("it has not come");
});
