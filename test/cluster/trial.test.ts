import { describe, expect, onTestFinished, test } from "vitest";
import { isMissing } from "../journal/postgres.ts";
import { Trial } from "./trial/trial.ts";

/** What `npm run cluster` shows, for long enough that everything happens once. */
describe.skipIf(isMissing)("three nodes on PostgreSQL, with traders at all of them", () => {
  test("what is killed or paused costs nothing acknowledged, doubles nothing, and nobody sees the past", async () => {
    const trial = await Trial.start({
      nodes: 3,
      traders: 3,
      leaseMs: 1_000,
      serve: ["--market", "empty", "--prehistory", "0"],
    });
    onTestFinished(() => trial.end());
    for (const deed of ["kill leader", "kill follower", "pause leader", "kill standby"] as const)
      expect(await trial.disturb(deed), deed).toMatchObject({ deed });
    const { faults, acknowledged, reads } = await trial.judge();
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
    expect(reads).toBeGreaterThan(0);
  });
});
