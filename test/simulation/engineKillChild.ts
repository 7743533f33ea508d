import { Engine, LocalSnapshotter, VenueClock } from "../../src/kernel/engine/index.ts";
import { systemClock } from "../../src/kernel/host/clock.ts";
import { NodeDisk } from "../../src/kernel/host/nodeDisk.ts";
import { FileLog } from "../../src/kernel/journal/fileLog.ts";
import { FileSnapshots } from "../../src/kernel/journal/fileSnapshots.ts";
import { mix, machine as toy } from "./toyMachine.ts";

/*
 * A process that sequences as fast as it can until it is killed, and says on stdout what it acknowledges: a
 * line "sequence number, value in the event" for each command.
 */

const CLIENTS = 50;

const disk = await NodeDisk.open(process.argv[2]!);
const log = await FileLog.open(disk, { format: toy.format });
const snapshots = new FileSnapshots(disk);
const engine = await Engine.open({
  log,
  snapshots,
  machine: toy,
  clock: VenueClock.wall(systemClock),
  snapshotter: new LocalSnapshotter(toy, log, snapshots),
  snapshotEvery: { commands: 2_000, bytes: Number.POSITIVE_INFINITY },
});

async function client(slot: number): Promise<never> {
  for (let value = 0; ; value++) {
    const { seq, events } = await engine.submit(mix(slot, value));
    process.stdout.write(`${seq} ${events.words[2]}\n`);
  }
}

await Promise.all(Array.from({ length: CLIENTS }, (_, slot) => client(slot)));
