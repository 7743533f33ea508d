import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Child } from "./child.ts";

/** What is printed where nobody reads any more, as in `outcry … | head`. */

test("a result that nobody reads is no failure", async () => {
  const recording = join(import.meta.dirname, "../facts/two-second-market.csv.gz");
  const html = join(temporaryDirectory(), "report.html");
  const child = new Child(["market", "report", recording, "--html", html]);
  child.process.stdout!.destroy();
  expect({ code: await child.exited(), stderr: child.stderr }).toEqual({
    code: 0,
    stderr: `drawn in ${html}\n`,
  });
});
