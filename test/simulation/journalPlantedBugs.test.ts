import { expect, test } from "vitest";
import { type PlantedBug, withBug } from "../plantedBug.ts";
import { crash } from "./journalCrashes.ts";
import { cutEverywhere, cutSectors, flipBytes, misplace } from "./journalDamage.ts";
import { betrayEachWrite, failEachOperation, shortenEachTransfer } from "./journalFaults.ts";
import { cutEachStep, flipSnapshotBytes } from "./journalSnapshots.ts";
import type { JournalUnderTest } from "./journalUnderTest.ts";

/*
 * The trials, tried: each bug below is planted in a copy of the sources, and its trial must find it. A trial
 * that stays green on a broken journal proves nothing about the good one, which the tests beside this put
 * through the same.
 */

/** Throws at the first violation. */
type Trial = (journal: JournalUnderTest) => Promise<unknown>;

const BUGS: Record<string, PlantedBug & { readonly by: Trial }> = {
  "acknowledges before the sync": {
    by: crash,
    file: "src/kernel/journal/segmentWriter.ts",
    find: 'open(name, "durable")',
    replace: 'open(name, "write")',
  },
  "acknowledges before the write": {
    by: failEachOperation,
    file: "src/kernel/journal/segmentWriter.ts",
    find: "    await written;\n",
    replace: "    written.catch(() => undefined);\n",
  },
  "begins a segment without syncing the directory": {
    by: crash,
    file: "src/kernel/journal/segmentWriter.ts",
    find: "    await this.#disk.syncDirectory();\n",
    replace: "",
  },
  "gives a segment its name before its bytes are durable": {
    by: crash,
    file: "src/kernel/journal/segmentWriter.ts",
    find: "    await spare.sync();\n",
    replace: "",
  },
  "goes on behind a frame that only the operating system remembers": {
    by: failEachOperation,
    file: "src/kernel/journal/fileLog.ts",
    find: "      await this.#writer.renew(last.name, last.usedBytes);\n",
    replace: "      await this.#writer.continue(last.name, last.usedBytes);\n",
  },
  "goes on in a segment whose name only the operating system remembers": {
    by: failEachOperation,
    file: "src/kernel/journal/fileLog.ts",
    find: "    await this.#disk.syncDirectory();\n    const last",
    replace: "    const last",
  },
  "deletes segments without syncing one before the next": {
    by: crash,
    file: "src/kernel/journal/fileLog.ts",
    find: "      await this.#disk.syncDirectory();\n",
    replace: "",
  },
  "trims the segment that holds what must stay": {
    by: crash,
    file: "src/kernel/journal/fileLog.ts",
    find: "firstSeq <= before",
    replace: "firstSeq > 0",
  },
  "trims without recording where the log begins from then on": {
    by: crash,
    file: "src/kernel/journal/fileLog.ts",
    find: "    await writeOrigin(this.#disk, first.firstSeq);\n",
    replace: "",
  },
  "records where the log begins without syncing it": {
    by: crash,
    file: "src/kernel/journal/origin.ts",
    find: "    await file.sync();\n",
    replace: "",
  },
  "does not compare where the log begins": {
    by: misplace,
    file: "src/kernel/journal/survey.ts",
    find: "  survey.checkOrigin(origin);\n",
    replace: "",
  },
  "takes frames after a failed write": {
    by: failEachOperation,
    file: "src/kernel/journal/fileLog.ts",
    find: "      this.#end ??= new LogError(\n",
    replace: "      throw new LogError(\n",
  },
  "ignores short writes": {
    by: shortenEachTransfer,
    file: "src/kernel/host/disk.ts",
    find: "  while (done < bytes.length) done += await file.write(bytes.subarray(done), position + done);\n",
    replace: "  void done;\n",
  },
  "ignores short reads": {
    by: shortenEachTransfer,
    file: "src/kernel/host/disk.ts",
    find: "    if (count === 0) break;\n    done += count;\n",
    replace: "    done += count;\n    break;\n",
  },
  "leaves the header out of the checksum": {
    by: flipBytes,
    file: "src/kernel/journal/frame.ts",
    find: "crc32(stored.subarray(8), crc32(stored.subarray(0, 4)))",
    replace: "crc32(stored.subarray(104))",
  },
  "leaves the length out of the checksum": {
    by: flipBytes,
    file: "src/kernel/journal/frame.ts",
    find: ", crc32(stored.subarray(0, 4)))",
    replace: ")",
  },
  "does not check the chain": {
    by: misplace,
    file: "src/kernel/journal/segmentScanner.ts",
    find: "hash !== undefined && Buffer.compare",
    replace: "hash === null && Buffer.compare",
  },
  "does not check the checksum": {
    by: crash,
    file: "src/kernel/journal/segmentScanner.ts",
    find: '    if (!isIntact(stored)) return "unreadable";\n',
    replace: "",
  },
  "does not check how segments join": {
    by: misplace,
    file: "src/kernel/journal/survey.ts",
    find: "    this.#checkJoint(segment, header);\n",
    replace: "",
  },
  "takes damage for a torn tail": {
    by: cutSectors,
    file: "src/kernel/journal/segmentScanner.ts",
    find: "      if (count > 0) return",
    replace: "      if (count < 0) return",
  },
  "takes a torn tail for damage": {
    by: cutEverywhere,
    file: "src/kernel/journal/survey.ts",
    find: "bytes > 0 && isLast",
    replace: "bytes > 0 && !isLast",
  },
  "leaves a torn tail where it is": {
    by: crash,
    file: "src/kernel/journal/recovery.ts",
    find: "    await writeFully(file, new Uint8Array(tail.bytes), tail.offset);\n",
    replace: "",
  },
  "does not sync the cut of a torn tail": {
    by: crash,
    file: "src/kernel/journal/recovery.ts",
    find: "    await file.sync();\n",
    replace: "",
  },
  "does not ask how far the log is known to reach": {
    by: betrayEachWrite,
    file: "src/kernel/journal/recovery.ts",
    find: "report.head.nextSeq <= known",
    replace: "report.head.nextSeq < 0",
  },
  "does not sync a snapshot before naming it": {
    by: cutEachStep,
    file: "src/kernel/journal/fileSnapshots.ts",
    find: "        await file.sync();\n",
    replace: "",
  },
  "does not sync the directory of a snapshot": {
    by: cutEachStep,
    file: "src/kernel/journal/fileSnapshots.ts",
    find: "        await this.#disk.syncDirectory();\n",
    replace: "",
  },
  "never gives a snapshot its name": {
    by: cutEachStep,
    file: "src/kernel/journal/fileSnapshots.ts",
    find: "        await this.#disk.rename(UNFINISHED_NAME, snapshotName(meta.seq));\n",
    replace: "",
  },
  "does not check a snapshot's body": {
    by: flipSnapshotBytes,
    file: "src/kernel/journal/fileSnapshots.ts",
    find: "crc !== bodyCrc",
    replace: "crc === -1",
  },
};

test.each(Object.entries(BUGS))("a journal that %s is found", async (name, { by, ...bug }) => {
  const module = "test/simulation/journalUnderTest.ts";
  const { journal } = await withBug<typeof import("./journalUnderTest.ts")>(name, bug, module);
  const found = await by(journal).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  expect(found, `${by.name} noticed nothing`).toBeDefined();
});
