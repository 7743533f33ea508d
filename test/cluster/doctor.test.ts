import { expect, test } from "vitest";
import { outcry } from "../cli/inProcess.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";
import { LEASE_MS, type Nodes, pair } from "./nodes.ts";

/** `outcry doctor --node …`: nodes that are well, and what it says of those that are not. */

interface Finding {
  readonly check: string;
  readonly verdict: string;
  readonly detail: string;
}

async function examine(nodes: Nodes, token: string, urls: readonly string[]) {
  const { code, stderr, json } = await nodes.passing(
    outcry("doctor --json --token", token, "--node", ...urls),
  );
  const { healthy, findings } = json() as { healthy: boolean; findings: readonly Finding[] };
  const verdicts = findings.map(({ check, verdict }) => `${check}: ${verdict}`);
  const detail = (check: string) => findings.find((each) => each.check === check)?.detail;
  return { code, stderr, healthy, verdicts, detail };
}

test("nodes that are well, and nodes that are missing, strange, or off", async () => {
  const { nodes, a, b } = await pair();
  await nodes.clock.advance(LEASE_MS);
  const [atA, atB] = [a.controlUrl, b.controlUrl];
  expect(await examine(nodes, a.adminToken, [atA, atB])).toMatchObject({
    code: 0,
    healthy: true,
    verdicts: [
      "database: skipped",
      `node ${atA}: ok`,
      `node ${atB}: ok`,
      "leader: ok",
      "master key: ok",
      "format: ok",
      "clocks: ok",
      "lag: ok",
      "digests: ok",
    ],
  });

  const { clock } = nodes;
  const fast = {
    wallMs: () => clock.wallMs() + 600,
    monotonicMs: () => clock.monotonicMs(),
    setTimer: (afterMs: number, fire: () => void) => clock.setTimer(afterMs, fire),
  };
  const off = await nodes.start("off", { hostClock: fast });
  const alone = await venueOfTest({ adminToken: a.adminToken });
  const stranger = await venueOfTest();
  Object.defineProperty(b.engine, "digest", { get: () => new Uint8Array(32) });
  const nobody = "http://127.0.0.1:1";
  const urls = [atB, off.controlUrl, nobody, alone.controlUrl, stranger.controlUrl];
  const ill = await examine(nodes, a.adminToken, urls);
  expect(ill.code).toBe(1);
  expect(ill.stderr).toMatch(/^error: the cluster is not healthy: .+: .+; and .+, as above$/m);
  expect(ill.detail(`node ${nobody}`)).toContain("does not answer: start it");
  expect(ill.detail(`node ${alone.controlUrl}`)).toContain("one process: start it with --cluster");
  expect(ill.detail(`node ${stranger.controlUrl}`)).toContain("does not take this token");
  expect(ill.detail(`clock of ${off.controlUrl}`)).toContain("600 ms ahead of the median of 4 clocks");
  expect(ill.detail("other nodes")).toContain("name them, too, with --node");
  expect(ill.detail("digests")).toContain(`${off.controlUrl} computed another outcome than ${atB}`);
});

test("what a command line cannot mean is refused", async () => {
  expect(await outcry("doctor --node nowhere")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--node must be an address"),
  });
  expect(await outcry("doctor --cluster postgres://h")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--cluster: the cluster's database must be postgres://"),
  });
});
