import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { crashHistory, noCrashes } from "./journalCrashes.ts";
import { cutEverywhere, cutSectors, flipBytes, misplace, referenceRun } from "./journalDamage.ts";
import { betrayEachWrite, failEachOperation, shortenEachTransfer } from "./journalFaults.ts";
import { cutEachStep, failEachStep, flipSnapshotBytes } from "./journalSnapshots.ts";
import { type JournalUnderTest, journal } from "./journalUnderTest.ts";

/*
 * The trials, tried: each bug below is planted in a copy of the sources, and the trials must find it. A trial
 * that stays green on a broken journal proves nothing about the good one.
 */
type Bug = { readonly file: string; readonly find: string; readonly replace: string };
const BUGS: Record<string, Bug> = {
  "acknowledges before the sync": {
    file: "journal/segmentWriter.ts",
    find: 'open(name, "durable")',
    replace: 'open(name, "write")',
  },
  "acknowledges before the write": {
    file: "journal/segmentWriter.ts",
    find: "    await written;\n",
    replace: "    written.catch(() => undefined);\n",
  },
  "begins a segment without syncing the directory": {
    file: "journal/segmentWriter.ts",
    find: "    await this.#disk.syncDirectory();\n",
    replace: "",
  },
  "gives a segment its name before its bytes are durable": {
    file: "journal/segmentWriter.ts",
    find: "    await spare.file.sync();\n",
    replace: "",
  },
  "deletes segments without syncing one before the next": {
    file: "journal/fileLog.ts",
    find: "      await this.#disk.syncDirectory();\n",
    replace: "",
  },
  "trims the segment that holds what must stay": {
    file: "journal/fileLog.ts",
    find: "firstSeq <= before",
    replace: "firstSeq > 0",
  },
  "trims without recording where the log begins from then on": {
    file: "journal/fileLog.ts",
    find: "    await writeOrigin(this.#disk, first.firstSeq);\n",
    replace: "",
  },
  "records where the log begins without syncing it": {
    file: "journal/origin.ts",
    find: "    await file.sync();\n",
    replace: "",
  },
  "does not compare where the log begins": {
    file: "journal/survey.ts",
    find: "  survey.checkOrigin(origin);\n",
    replace: "",
  },
  "takes frames after a failed write": {
    file: "journal/fileLog.ts",
    find: "      this.#end ??= new LogError(\n",
    replace: "      throw new LogError(\n",
  },
  "ignores short writes": {
    file: "host/disk.ts",
    find: "  while (done < bytes.length) done += await file.write(bytes.subarray(done), position + done);\n",
    replace: "  void done;\n",
  },
  "ignores short reads": {
    file: "host/disk.ts",
    find: "    if (count === 0) break;\n    done += count;\n",
    replace: "    done += count;\n    break;\n",
  },
  "leaves the header out of the checksum": {
    file: "journal/frame.ts",
    find: "crc32(stored.subarray(8), crc32(stored.subarray(0, 4)))",
    replace: "crc32(stored.subarray(104))",
  },
  "leaves the length out of the checksum": {
    file: "journal/frame.ts",
    find: ", crc32(stored.subarray(0, 4)))",
    replace: ")",
  },
  "does not check the chain": {
    file: "journal/segmentScanner.ts",
    find: "hash !== undefined && Buffer.compare",
    replace: "hash === null && Buffer.compare",
  },
  "does not check the checksum": {
    file: "journal/segmentScanner.ts",
    find: '    if (!isIntact(stored)) return "unreadable";\n',
    replace: "",
  },
  "does not check how segments join": {
    file: "journal/survey.ts",
    find: "    this.#checkJoint(segment, header);\n",
    replace: "",
  },
  "takes damage for a torn tail": {
    file: "journal/segmentScanner.ts",
    find: "      if (count > 0) return",
    replace: "      if (count < 0) return",
  },
  "takes a torn tail for damage": {
    file: "journal/survey.ts",
    find: "bytes > 0 && isLast",
    replace: "bytes > 0 && !isLast",
  },
  "leaves a torn tail where it is": {
    file: "journal/recovery.ts",
    find: "    await writeFully(file, new Uint8Array(tail.bytes), tail.offset);\n",
    replace: "",
  },
  "does not sync the cut of a torn tail": {
    file: "journal/recovery.ts",
    find: "    await file.sync();\n",
    replace: "",
  },
  "does not ask how far the log is known to reach": {
    file: "journal/recovery.ts",
    find: "report.head.nextSeq <= known",
    replace: "report.head.nextSeq < 0",
  },
  "does not sync a snapshot before naming it": {
    file: "journal/fileSnapshots.ts",
    find: "        await file.sync();\n",
    replace: "",
  },
  "does not sync the directory of a snapshot": {
    file: "journal/fileSnapshots.ts",
    find: "        await this.#disk.syncDirectory();\n",
    replace: "",
  },
  "never gives a snapshot its name": {
    file: "journal/fileSnapshots.ts",
    find: "        await this.#disk.rename(UNFINISHED_NAME, snapshotName(meta.seq));\n",
    replace: "",
  },
  "does not check a snapshot's body": {
    file: "journal/fileSnapshots.ts",
    find: "crc !== bodyCrc",
    replace: "crc === -1",
  },
};

const directory = mkdtempSync(join(tmpdir(), "planted-"));
afterAll(() => rmSync(directory, { recursive: true }));

async function plant(name: string, { file, find, replace }: Bug): Promise<JournalUnderTest> {
  const copy = join(directory, name.replaceAll(" ", "-"));
  for (const folder of ["host", "journal"]) {
    cpSync(new URL(`../../src/${folder}`, import.meta.url), join(copy, folder), {
      recursive: true,
      filter: (path) => !path.endsWith(".json") && !path.endsWith(".test.ts"),
    });
  }
  const source = readFileSync(join(copy, file), "utf8");
  expect(source.split(find).length, `${file} must hold exactly once: ${find}`).toBe(2);
  writeFileSync(
    join(copy, file),
    source.replace(find, () => replace),
  );
  const load = (module: string) => import(/* @vite-ignore */ pathToFileURL(join(copy, module)).href);
  return { ...(await load("journal/fileLog.ts")), ...(await load("journal/fileSnapshots.ts")) };
}

async function crashes(broken: JournalUnderTest, seeds: number): Promise<void> {
  const counts = noCrashes();
  for (let seed = 1; seed <= seeds; seed++) await crashHistory(broken.FileLog, seed, counts);
}

/** A short form of every trial of this folder, each throwing at the first violation. */
const TRIALS: Record<string, (journal: JournalUnderTest, seeds?: number) => Promise<unknown>> = {
  "a few crashes": (broken) => crashes(broken, 10),
  faults: failEachOperation,
  "short transfers": shortenEachTransfer,
  "lost and misdirected writes": betrayEachWrite,
  "snapshot crashes": (broken) => cutEachStep(broken, 20),
  "snapshot faults": failEachStep,
  "snapshot damage": (broken) => flipSnapshotBytes(broken, 100),
  misplacement: async (broken) => {
    const shape = { segmentBytes: 4096, payloadBytesMax: 400, frames: 30, count: 1 };
    await misplace(
      broken,
      await referenceRun(journal, { ...shape, seed: 6 }),
      await referenceRun(journal, { ...shape, seed: 7 }),
    );
  },
  damage: async (broken) => {
    await flipBytes(
      broken,
      await referenceRun(journal, { seed: 2, segmentBytes: 4096, payloadBytesMax: 900, frames: 5 }),
      1,
    );
  },
  cuts: async (broken) => {
    await cutEverywhere(
      broken,
      await referenceRun(journal, { seed: 1, segmentBytes: 4096, payloadBytesMax: 600, frames: 3 }),
    );
  },
  sectors: async (broken) => {
    await cutSectors(
      broken,
      await referenceRun(journal, { seed: 5, segmentBytes: 65_536, payloadBytesMax: 900, frames: 20 }),
    );
  },
  "many crashes": (broken, seeds = 1000) => crashes(broken, seeds),
};

describe("the trials", () => {
  test("find nothing in the journal as it is", async () => {
    for (const trial of Object.values(TRIALS)) await trial(journal, 50);
  });

  test.each(Object.entries(BUGS))("find a journal that %s", async (name, bug) => {
    const broken = await plant(name, bug);
    let found: string | undefined;
    for (const [trial, run] of Object.entries(TRIALS)) {
      if (found !== undefined) break;
      found = await run(broken).then(
        () => undefined,
        (error: unknown) => `${trial}: ${String(error)}`,
      );
    }
    if (process.env.OUTCRY_LONG !== undefined) console.info(found);
    expect(found, "no trial noticed").toBeDefined();
  });
});
