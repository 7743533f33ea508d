import { expect, test } from "vitest";
import { withBug } from "../plantedBug.ts";
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

/** By the file, without its folder and ending; what is left out is replaced by nothing. */
const BUGS: Record<string, Record<string, readonly [by: Trial, find: string, replace?: string]>> = {
  "journal/segmentWriter": {
    "acknowledges before the sync": [crash, 'open(name, "durable")', 'open(name, "write")'],
    "acknowledges before the write": [
      failEachOperation,
      "    await written;\n",
      "    written.catch(() => undefined);\n",
    ],
    "begins a segment without syncing the directory": [crash, "    await this.#disk.syncDirectory();\n"],
    "gives a segment its name before its bytes are durable": [crash, "    await spare.sync();\n"],
  },
  "journal/fileLog": {
    "goes on behind a frame that only the operating system remembers": [
      failEachOperation,
      "      await this.#writer.renew(last.name, last.usedBytes);\n",
      "      await this.#writer.continue(last.name, last.usedBytes);\n",
    ],
    "goes on in a segment whose name only the operating system remembers": [
      failEachOperation,
      "    await this.#disk.syncDirectory();\n    const last",
      "    const last",
    ],
    "deletes segments without syncing one before the next": [
      crash,
      "      await this.#disk.syncDirectory();\n",
    ],
    "trims the segment that holds what must stay": [crash, "firstSeq <= before", "firstSeq > 0"],
    "trims without recording where the log begins from then on": [
      crash,
      "    await writeOrigin(this.#disk, first.firstSeq);\n",
    ],
    "takes frames after a failed write": [
      failEachOperation,
      "      this.#end ??= new LogError(\n",
      "      throw new LogError(\n",
    ],
  },
  "journal/origin": {
    "records where the log begins without syncing it": [crash, "    await file.sync();\n"],
  },
  "journal/survey": {
    "does not compare where the log begins": [misplace, "  survey.checkOrigin(origin);\n"],
    "does not check how segments join": [misplace, "    this.#checkJoint(segment, header);\n"],
    "takes a torn tail for damage": [cutEverywhere, "bytes > 0 && isLast", "bytes > 0 && !isLast"],
  },
  "host/disk": {
    "ignores short writes": [
      shortenEachTransfer,
      "  while (done < bytes.length) done += await file.write(bytes.subarray(done), position + done);\n",
      "  void done;\n",
    ],
    "ignores short reads": [
      shortenEachTransfer,
      "    if (count === 0) break;\n    done += count;\n",
      "    done += count;\n    break;\n",
    ],
  },
  "journal/frame": {
    "leaves the header out of the checksum": [
      flipBytes,
      "crc32(stored.subarray(8), crc32(stored.subarray(0, 4)))",
      "crc32(stored.subarray(104))",
    ],
    "leaves the length out of the checksum": [flipBytes, ", crc32(stored.subarray(0, 4)))", ")"],
  },
  "journal/segmentScanner": {
    "does not check the chain": [
      misplace,
      "hash !== undefined && Buffer.compare",
      "hash === null && Buffer.compare",
    ],
    "does not check the checksum": [crash, '    if (!isIntact(stored)) return "unreadable";\n'],
    "takes damage for a torn tail": [
      cutSectors,
      "      if (count > 0) return",
      "      if (count < 0) return",
    ],
  },
  "journal/recovery": {
    "leaves a torn tail where it is": [
      crash,
      "    await writeFully(file, new Uint8Array(tail.bytes), tail.offset);\n",
    ],
    "does not sync the cut of a torn tail": [crash, "    await file.sync();\n"],
    "does not ask how far the log is known to reach": [
      betrayEachWrite,
      "report.head.nextSeq <= known",
      "report.head.nextSeq < 0",
    ],
  },
  "journal/fileSnapshots": {
    "does not sync a snapshot before naming it": [cutEachStep, "        await file.sync();\n"],
    "does not sync the directory of a snapshot": [cutEachStep, "        await this.#disk.syncDirectory();\n"],
    "never gives a snapshot its name": [
      cutEachStep,
      "        await this.#disk.rename(UNFINISHED_NAME, snapshotName(meta.seq));\n",
    ],
    "does not check a snapshot's body": [flipSnapshotBytes, "crc !== bodyCrc", "crc === -1"],
  },
};
const planted = Object.entries(BUGS).flatMap(([file, bugs]) =>
  Object.entries(bugs).map(([name, [by, find, replace = ""]]) => {
    return [name, by, { file: `src/kernel/${file}.ts`, find, replace }] as const;
  }),
);

test.each(planted)("a journal that %s is found", async (name, by, bug) => {
  const module = "test/simulation/journalUnderTest.ts";
  const { journal } = await withBug<typeof import("./journalUnderTest.ts")>(name, bug, module);
  const found = await by(journal).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  expect(found, `${by.name} noticed nothing`).toBeDefined();
});
