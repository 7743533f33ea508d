import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PowerCut } from "../../../test/host/faultyDisk.ts";
import { FaultyDisk } from "../../../test/host/faultyDisk.ts";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import type { Disk } from "./disk.ts";
import { readFully, writeFully } from "./disk.ts";
import { MemoryDisk } from "./memoryDisk.ts";
import { NodeDisk } from "./nodeDisk.ts";
import { workerUrl } from "./packageFiles.ts";
import { SeededRng } from "./seededRng.ts";

const ADAPTERS: Record<string, () => Promise<{ disk: Disk; end(): void }>> = {
  NodeDisk: async () => {
    const directory = mkdtempSync(join(tmpdir(), "disk-"));
    const disk = await NodeDisk.open(join(directory, "made", "when missing"));
    return { disk, end: () => rmSync(directory, { recursive: true }) };
  },
  MemoryDisk: async () => ({ disk: new MemoryDisk(), end: () => {} }),
  FaultyDisk: async () => ({ disk: new FaultyDisk(), end: () => {} }),
};

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
const bytes = (content: string): Uint8Array => Buffer.from(content, "latin1");

describe.each(Object.entries(ADAPTERS))("%s", (_name, make) => {
  test("creates, writes, reads, lists, renames and removes", async () => {
    const { disk, end } = await make();
    const file = await disk.create("a");
    await file.allocate(10);
    expect(await file.size()).toBe(10);
    await writeFully(file, bytes("hello"), 3);
    await file.allocate(4); // never shortens
    await file.sync();
    const content = new Uint8Array(20);
    expect(await readFully(file, content, 1)).toBe(9);
    expect(text(content.subarray(0, 9))).toBe("\0\0hello\0\0");
    expect(await file.read(content, 10)).toBe(0);
    await file.close();

    await disk.create("b").then((other) => other.close());
    expect((await disk.list()).sort()).toEqual(["a", "b"]);
    await disk.rename("a", "b");
    await disk.syncDirectory();
    const durable = await disk.open("b", "durable");
    await writeFully(durable, bytes("HEL"), 3);
    await durable.close();
    const reader = await disk.open("b", "read");
    expect(await readFully(reader, content, 0)).toBe(10);
    expect(text(content.subarray(3, 8))).toBe("HELlo");
    await reader.close();
    await disk.unlink("b");
    expect(await disk.list()).toEqual([]);
    await expect(disk.open("b", "read")).rejects.toMatchObject({ name: "DiskError", code: "ENOENT" });
    await expect(disk.rename("b", "c")).rejects.toMatchObject({ code: "ENOENT" });
    await expect(disk.unlink("b")).rejects.toMatchObject({ code: "ENOENT" });
    end();
  });
});

describe("FaultyDisk", () => {
  const all = (fate: "kept" | "lost" | "garbled", changes: boolean): PowerCut => ({
    sector: () => fate,
    directoryChange: () => changes,
    length: () => changes,
    garble: (into) => into.fill(0x3f),
  });

  test("loses, keeps or garbles what was not synced, by sector, and nothing else", async () => {
    const disk = new FaultyDisk({ image: new Map([["a", new Uint8Array(1024).fill(1)]]) });
    const file = await disk.open("a", "write");
    await file.write(new Uint8Array(512).fill(2), 0);
    await file.sync();
    await file.write(new Uint8Array(512).fill(3), 512);
    expect(disk.unsyncedSectors()).toEqual([{ name: "a", sector: 1 }]);
    for (const [fate, expected] of [
      ["kept", 3],
      ["lost", 1],
      ["garbled", 0x3f],
    ] as const) {
      const survivor = disk.afterPowerCut(all(fate, true)).get("a")!;
      expect([survivor[0], survivor[511], survivor[512], survivor[1023]]).toEqual([2, 2, expected, expected]);
    }
  });

  test("forgets names until the directory is synced, and renames whole", async () => {
    const disk = new FaultyDisk({ image: new Map([["old", bytes("old")]]) });
    const file = await disk.create("new");
    await file.write(bytes("new"), 0);
    await file.sync();
    expect([...disk.afterPowerCut(all("kept", false)).keys()]).toEqual(["old"]);
    await disk.rename("new", "old");
    expect(text(disk.afterPowerCut(all("kept", false)).get("old")!)).toBe("old");
    await disk.syncDirectory();
    expect(
      [...disk.afterPowerCut(all("lost", false))].map(([name, content]) => [name, text(content)]),
    ).toEqual([["old", "new"]]);
  });

  test("after a failed sync a good one saves nothing of what was given up", async () => {
    let failing = true;
    const disk = new FaultyDisk({
      image: new Map([["a", new Uint8Array(512)]]),
      fault: ({ kind }) => (kind === "sync" && failing ? { type: "error", code: "EIO" } : undefined),
    });
    const file = await disk.open("a", "write");
    await file.write(bytes("x"), 0);
    await expect(file.sync()).rejects.toMatchObject({ code: "EIO" });
    failing = false;
    await file.sync();
    expect(disk.afterPowerCut(all("lost", true)).get("a")![0]).toBe(0);
  });

  test("completes when the schedule says", async () => {
    const clock = new SimulatedClock({ seed: 1 });
    const rng = new SeededRng(2);
    const disk = new FaultyDisk({ schedule: (complete) => clock.setTimer(rng.below(100), complete) });
    const done: number[] = [];
    const creations = [0, 1, 2, 3, 4, 5].map((n) => disk.create(`${n}`).then(() => done.push(n)));
    await clock.advance(100);
    await Promise.all(creations);
    expect(done).not.toEqual(done.toSorted());
  });
});

test("a worker's entry has the extension of the module that starts it", () => {
  expect(workerUrl("file:///a/b/c.ts", "./d").href).toBe("file:///a/b/d.ts");
  expect(workerUrl("file:///a/b/c.js?v=1", "./e/d").href).toBe("file:///a/b/e/d.js");
});
