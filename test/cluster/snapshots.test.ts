import { describe, expect, test } from "vitest";
import { Engine, VenueClock, WorkerSnapshotter } from "../../src/kernel/engine/index.ts";
import { systemClock } from "../../src/kernel/host/clock.ts";
import { NodeDisk } from "../../src/kernel/host/nodeDisk.ts";
import { FileSnapshots } from "../../src/kernel/journal/fileSnapshots.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { isMissing, newDatabase, openLog, usingPostgres } from "../journal/postgres.ts";
import { mix, toyKind } from "../simulation/toyMachine.ts";

describe.skipIf(isMissing)("a node's snapshots", () => {
  const postgres = usingPostgres({ standbys: 0 });

  test("a thread takes one from the shared log, while the engine goes on", async () => {
    const url = await newDatabase(postgres());
    const machine = toyKind();
    const place = { url, single: true, format: machine.format, keyFingerprint: "test" };
    const log = await openLog(url, place);
    await log.lease.take({ node: "a", address: "" }, 600_000);
    const directory = temporaryDirectory();
    const snapshots = new FileSnapshots(await NodeDisk.open(directory));
    const clock = VenueClock.frozen(systemClock, 1_000_000);
    const machineUrl = new URL("../simulation/toyMachine.ts", import.meta.url);
    const errors: unknown[] = [];
    const engine = await Engine.open({
      ...{ log, snapshots, machine, clock },
      snapshotter: new WorkerSnapshotter(directory, machineUrl, place),
      snapshotEvery: { commands: 10, bytes: Number.POSITIVE_INFINITY },
      onSnapshotError: (error) => errors.push(error),
    });
    for (let i = 0; (await snapshots.list()).length === 0 && errors.length === 0; i++)
      await engine.submit(mix(i % 3, i));
    expect(errors).toEqual([]);
    const first = (await snapshots.list()).at(-1); // another one may be there already
    expect(first).toMatchObject({ type: "intact", info: { seq: 9 } }); // the tenth command's frame proves it
    await engine.stop();
  });
});
