import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { Figures } from "./figures.ts";

test("a figure that cannot be had is left out and logged, and the others are shown", async () => {
  const registry = new Registry();
  const logged: object[] = [];
  const log = { info: () => {}, warn: (fields: object) => void logged.push(fields), error: () => {} };
  const figures = new Figures(registry, log);
  let isBroken = false;
  const gone = new Error("the disk is gone");
  const value = (): number => {
    if (isBroken) throw gone;
    return 7;
  };
  figures.gauge("whole", "It is there.", () => 1);
  figures.gauge("thrown", "It throws.", value);
  figures.gauges("rejected", "It rejects.", [], async () => [[{}, value()]]);
  figures.counter("counted_total", "It throws, too.", value);
  const samples = async (): Promise<readonly string[]> =>
    (await registry.metrics()).split("\n").filter((line) => /^[a-z]/.test(line));
  expect(await samples()).toEqual(["whole 1", "thrown 7", "rejected 7", "counted_total 7"]);
  isBroken = true;
  expect(await samples()).toEqual(["whole 1"]);
  expect(logged).toHaveLength(3);
  for (const metric of ["thrown", "rejected", "counted_total"])
    expect(logged).toContainEqual({ err: gone, metric });
});
