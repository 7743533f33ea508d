import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { decodeEvents, RecordView } from "../../src/kernel/core/index.ts";
import { replayLog } from "../../src/kernel/engine/index.ts";
import { NodeDisk } from "../../src/kernel/host/nodeDisk.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import { FileLog } from "../../src/kernel/journal/fileLog.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { machine } from "./toyMachine.ts";

const KILLS = process.env.OUTCRY_LONG === "1" ? 200 : 4;

test(`${KILLS} kills of a process under load: nothing acknowledged is lost or changed`, async () => {
  const directory = temporaryDirectory();
  const rng = new SeededRng(1);
  const acknowledged = new Map<number, number>();
  for (let kill = 0; kill < KILLS; kill++) {
    await runUntilKilled(directory, 200 + rng.below(4_000), acknowledged);
    const values = await replayedValues(directory);
    expect([...acknowledged].filter(([seq, value]) => values.get(seq) !== value)).toEqual([]);
  }
  expect(acknowledged.size).toBeGreaterThan(KILLS * 200);
});

/** Starts the process again on its data and kills it once it has acknowledged so many commands. */
async function runUntilKilled(directory: string, commands: number, into: Map<number, number>): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "engineKillChild.ts"), directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  let left = commands;
  for await (const line of createInterface({ input: child.stdout })) {
    const [seq, value, ...rest] = line.split(" ").map(Number);
    if (rest.length === 0 && left > 0) into.set(seq!, value!); // later lines may be cut short
    left--;
    if (left === 0) child.kill("SIGKILL");
  }
  expect(await exited).toEqual([null, "SIGKILL"]);
}

/** The value in each command's event when the journal is executed again from genesis. */
async function replayedValues(directory: string): Promise<Map<number, number>> {
  const values = new Map<number, number>();
  const log = await FileLog.open(await NodeDisk.open(directory), { format: machine.format });
  await replayLog({
    machine,
    log,
    toSeq: log.head().nextSeq - 1,
    onFrame: ({ firstSeq, events }) => {
      for (const { index, event } of decodeEvents(new RecordView(events))) {
        if (event.type === "indexChanged") values.set(firstSeq + index, event.points);
      }
    },
  });
  await log.close();
  return values;
}
