import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { JournalWatch } from "../../src/assembly/venue/journalWatch.ts";
import { systemClock } from "../../src/kernel/host/clock.ts";
import { NodeDisk } from "../../src/kernel/host/nodeDisk.ts";
import { FileLog } from "../../src/kernel/journal/fileLog.ts";
import { SimulatedClock } from "../host/simulatedClock.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { failingCalls } from "./failingCalls.ts";

/** Journal files that are deleted or replaced while a venue writes them. */

/** A log of several segments, and what looks after its files. */
async function watched() {
  const journal = join(temporaryDirectory(), "journal");
  const segmentSizes = { bytesMin: 4096, bytesMax: 4096 };
  const log = await FileLog.open(await NodeDisk.open(journal), { format: 1, segmentSizes });
  onTestFinished(() => log.close());
  const { epoch } = await log.acquire();
  const append = async (frames: number) => {
    for (let i = 0; i < frames; i++) {
      const { nextSeq } = log.head();
      const frame = {
        count: 1,
        time: nextSeq,
        digest: new Uint8Array(32),
        payload: new Uint8Array(900).fill(7),
      };
      await log.append(epoch, nextSeq, frame);
    }
  };
  await append(8);
  const watch = new JournalWatch(journal, { log, clock: systemClock, onLost: () => {} });
  await watch.look();
  const segments = readdirSync(journal)
    .filter((name) => /^\d+\.segment$/.test(name))
    .sort();
  expect(segments.length).toBeGreaterThan(2);
  return {
    journal,
    log,
    append,
    watch,
    oldest: join(journal, segments[0]!),
    newest: join(journal, segments.at(-1)!),
  };
}

type Watched = Awaited<ReturnType<typeof watched>>;

describe("is noticed at the next look", () => {
  const tampering: readonly (readonly [what: string, tamper: (of: Watched) => void | Promise<void>])[] = [
    ["the segment being written deleted", ({ newest }) => rmSync(newest)],
    ["a closed segment deleted", ({ oldest }) => rmSync(oldest)],
    ["the whole directory moved away", ({ journal }) => renameSync(journal, `${journal}.away`)],
    [
      "the whole directory replaced by a copy",
      ({ journal }) => {
        renameSync(journal, `${journal}.away`);
        mkdirSync(journal);
        for (const name of readdirSync(`${journal}.away`))
          copyFileSync(join(`${journal}.away`, name), join(journal, name));
      },
    ],
    [
      "the segment being written replaced by a copy of itself",
      ({ newest }) => {
        copyFileSync(newest, `${newest}.copy`);
        renameSync(`${newest}.copy`, newest);
      },
    ],
    [
      "an older copy laid over the segment being written",
      async ({ newest, append }) => {
        const before = readFileSync(newest);
        await append(1);
        writeFileSync(newest, before);
      },
    ],
    [
      "the segment being written cut short",
      ({ newest }) => writeFileSync(newest, readFileSync(newest).subarray(0, 512)),
    ],
    [
      "a closed segment written to",
      ({ oldest }) => {
        const bytes = readFileSync(oldest);
        bytes[700]! ^= 1;
        writeFileSync(oldest, bytes);
      },
    ],
  ];

  test.each(tampering)("%s", async (_, tamper) => {
    const of = await watched();
    await tamper(of);
    await expect(of.watch.look()).rejects.toThrow(
      /was deleted or replaced under the running venue .*restore a backup/,
    );
  });
});

describe.each(["EMFILE", "EIO"] as const)("%s", (code) => {
  test.each(["promised stat #.segment", "promised open #.segment"])(
    "at %s is no finding: it is told, and looked at again",
    async (call) => {
      const { log, journal, newest } = await watched();
      const clock = new SimulatedClock({ seed: 1 });
      const calls = failingCalls();
      onTestFinished(() => calls.end());
      let tell!: (of: Error | undefined) => void;
      const next = () => new Promise<Error | undefined>((resolve) => (tell = resolve));
      const watch = new JournalWatch(journal, {
        ...{ log, clock },
        onLost: (error) => tell(error),
        onBlind: (reason) => tell(reason),
      });
      onTestFinished(() => watch.close());
      let told = next();
      calls.begin(journal, call, code);
      watch.start();
      expect(await told).toMatchObject({ code });
      calls.end();
      told = next();
      await clock.advance(1000);
      expect(await told).toBeUndefined();
      told = next();
      rmSync(newest);
      await clock.advance(1000);
      expect((await told)?.name).toBe("JournalLostError");
    },
  );
});

test("frames, new segments and a trim are no tampering", async () => {
  const { append, watch, log } = await watched();
  for (let i = 0; i < 12; i++) {
    await append(1);
    await watch.look();
  }
  await log.trim(log.head().nextSeq - 4);
  await watch.look();
  expect(log.files().names.length).toBeLessThan(6);
});

test("a running venue stops: nothing is acknowledged any more", async () => {
  const data = temporaryDirectory();
  let halted!: (reason: Error) => void;
  const halt = new Promise<Error>((resolve) => {
    halted = resolve;
  });
  const venue = await startVenue({ data, prices: { btc: 60_000 }, onHalt: (reason) => halted(reason) });
  onTestFinished(() => venue.stop().catch(() => undefined));
  const journal = join(data, "journal");
  const newest = readdirSync(journal).filter((name) => name.endsWith(".segment") && name !== "spare.segment");
  rmSync(join(journal, newest.sort().at(-1)!));
  expect((await halt).message).toMatch(/was deleted or replaced under the running venue/);
  await expect(venue.engine.submit({ type: "advanceTime" })).rejects.toThrow(/the market has stopped/);
});
