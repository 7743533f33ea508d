import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { fork } from "../../src/assembly/venue/branch/fork.ts";
import { dump } from "../../src/assembly/venue/dump/dump.ts";
import { load } from "../../src/assembly/venue/dump/load.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { restore } from "../../src/assembly/venue/restore.ts";
import { directoryOfFile, temporaryDirectory } from "../host/temporaryDirectory.ts";
import { watchSyncs } from "../host/unsynced.ts";
import { venueOfTest } from "./venueOfTest.ts";

/**
 * What a command has made is on the disk when it says so: every file, and every name up to that of the
 * directory.
 */

const parent = directoryOfFile();
const [data, backup] = [join(parent, "data"), join(parent, "backup")];

beforeAll(async () => {
  const venue = await startVenue({ data, prices: { btc: 60_000 }, clock: "test" });
  await venue.saveState("monday");
  await venue.reset({ to: "monday" }); // so that there is a baseline
  await venue.backup(backup, { secrets: true });
  await venue.stop();
});

describe.skipIf(process.platform !== "linux")("synced", () => {
  test("a backup", async () => {
    const unsynced = await watchSyncs();
    const root = temporaryDirectory();
    const venue = await venueOfTest({ data, prices: { btc: 60_000 }, clock: "test" });
    await venue.backup(join(root, "made", "backup"), { secrets: true });
    expect(unsynced(root)).toEqual([]);
  });

  test.each<[what: string, make: (target: string) => Promise<unknown>]>([
    ["a restored market", (target) => restore({ backup, data: target, replace: false })],
    [
      "one restored in the place of another",
      async (target) => {
        await restore({ backup, data: target, replace: false });
        await restore({ backup, data: target, replace: true });
      },
    ],
    ["a branch", (target) => fork({ source: backup, target })],
    ["a market of a dump", async (target) => load(target, await dump(data))],
  ])("%s", async (_, make) => {
    const unsynced = await watchSyncs();
    const root = temporaryDirectory();
    await make(join(root, "made", "data"));
    expect(unsynced(root)).toEqual([]);
  });

  test("the name of a data directory, with its first start", async () => {
    const unsynced = await watchSyncs();
    const root = temporaryDirectory();
    await venueOfTest({ data: join(root, "made", "data"), prices: { btc: 60_000 } });
    const found = unsynced(root);
    for (const path of ["", "made", "made/data/master.key", "made/data/format"])
      expect(found).not.toContain(path);
  });
});
