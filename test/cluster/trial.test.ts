import { describe, expect, onTestFinished, test } from "vitest";
import { isMissing } from "../journal/postgres.ts";
import { Trial } from "./trial/trial.ts";
import { DEEDS } from "./trial/unrest.ts";

/** How often each thing is done. */
const ROUNDS = process.env.OUTCRY_LONG === undefined ? 3 : 50;

/** What `npm run cluster` shows, round after round. */
describe.skipIf(isMissing)("three nodes on PostgreSQL, with traders at all of them", () => {
  test("what is killed, paused or not reached costs nothing acknowledged, doubles nothing, and nobody sees the past", async () => {
    const trial = await Trial.start({
      nodes: 3,
      traders: 3,
      leaseMs: 1_000,
      thinkMs: 50,
      serve: ["--market", "empty", "--prehistory", "0"],
    });
    onTestFinished(() => trial.end());
    const followers = DEEDS.filter((deed) => deed.endsWith(" follower"));
    for (const deed of followers) await trial.disturb(deed);
    for (let round = 0; round < ROUNDS; round++)
      for (const deed of DEEDS) if (!followers.includes(deed)) await trial.disturb(deed);
    const { faults, acknowledged, reads, pushes } = await trial.judge();
    expect(faults).toEqual([]);
    for (const count of [acknowledged, reads, pushes]) expect(count).toBeGreaterThan(ROUNDS * DEEDS.length);
  });
});
