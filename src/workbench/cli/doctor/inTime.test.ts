import { stat } from "node:fs/promises";
import { expect, test } from "vitest";
import { standStill } from "../../../../test/host/standStill.ts";
import { inTime } from "./inTime.ts";

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
