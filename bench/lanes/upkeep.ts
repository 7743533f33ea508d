import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { restore } from "../../src/assembly/venue/restore.ts";
import type { Command } from "../../src/kernel/core/index.ts";
import { CLOSE_LONG, CLOSE_SHORT, OPEN_LONG, OPEN_SHORT, PLAIN_ORDER } from "../../src/kernel/core/index.ts";
import { NodeDisk } from "../../src/kernel/host/nodeDisk.ts";
import { surveyLog } from "../../src/kernel/journal/survey.ts";
import { submitAll } from "../flowCommands.ts";
import type { Lane } from "../lane.ts";

const WINDOW = 1_000;
const MEGABYTE = 1e6;

/**
 * A venue whose journal holds so many orders, half of which trade with the other half. Reads `backup` (MB a
 * second of everything copied, while the venue runs), `verify` (MB a second of the journal's used bytes),
 * `restore` (commands a second, from the backup to a proven data directory) and `megabytes` (of the backup).
 */
export async function start({ commands }: { readonly commands: number }): Promise<Lane> {
  const root = await mkdtemp(join(tmpdir(), "outcry-bench-"));
  const data = join(root, "data");
  const venue = await startVenue({ data, prices: { btc: 60_000 } });
  await fill(venue, commands);
  return {
    async pass() {
      const copy = join(root, "copy");
      const backup = await timed(() => venue.backup(copy));
      const disk = await NodeDisk.open(join(data, "journal"));
      const verify = await timed(() => surveyLog(disk));
      const used = verify.result.segments.reduce((sum, { usedBytes }) => sum + usedBytes, 0);
      const restored = join(root, "restored");
      const proof = await timed(() => restore({ backup: copy, data: restored, replace: false }));
      if (proof.result.headSeq !== backup.result.headSeq)
        throw new Error("the restored journal is another one");
      await rm(copy, { recursive: true });
      await rm(restored, { recursive: true });
      return {
        backup: backup.result.bytes / MEGABYTE / backup.seconds,
        verify: used / MEGABYTE / verify.seconds,
        restore: proof.result.replayed / proof.seconds,
        megabytes: backup.result.bytes / MEGABYTE,
      };
    },
    async close() {
      await venue.stop();
      await rm(root, { recursive: true });
    },
  };
}

/** Two accounts open and close one lot against each other, over and over. */
async function fill(venue: Venue, count: number): Promise<void> {
  const accounts = await venue.engine.query({ type: "accounts" });
  const [one, other] = ["demo-1", "demo-2"].map(
    (name) => accounts.find((each) => each.name === name)!.account,
  );
  const turns = [
    { account: one!, action: OPEN_LONG },
    { account: other!, action: OPEN_SHORT },
    { account: one!, action: CLOSE_LONG },
    { account: other!, action: CLOSE_SHORT },
  ];
  const commands = Array.from({ length: count }, (_, i): Command => {
    const order = { ...turns[i % 4]!, contract: 0, price: 600_000, size: 1 };
    return { ...PLAIN_ORDER, ...order, marginMode: 1, separatedMode: 1, clientId: `upkeep-${i}` };
  });
  await submitAll(commands, WINDOW, async (command) => {
    const { rejection } = await venue.engine.submit(command);
    if (rejection !== undefined) throw new Error(`an order was refused: ${rejection.type}`);
  });
  await venue.settle();
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly seconds: number }> {
  const begun = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - begun) / 1_000 };
}
