import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/host/temporaryDirectory.ts";
import { DirectoryInUse, lockDirectory } from "./directoryLock.ts";

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

test("one holder at a time in this process; the directory is made when missing", () => {
  const data = join(directory, "a", "b");
  const lock = lockDirectory(data);
  expect(() => lockDirectory(data)).toThrow(DirectoryInUse);
  lock.release();
  lockDirectory(data).release();
});

test("another process is kept out, and its death by kill -9 lets go", async () => {
  const code = `
    import { lockDirectory } from ${JSON.stringify(new URL("./directoryLock.ts", import.meta.url).href)};
    lockDirectory(${JSON.stringify(directory)});
    await new Promise(setImmediate);
    gc(); // the lock is kept although nobody here refers to it
    process.stdout.write("locked");
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--expose-gc", "--input-type=module-typescript", "-e", code]);
  await once(holder.stdout, "data");
  expect(() => lockDirectory(directory)).toThrow("in use by another running venue");
  holder.kill("SIGKILL");
  await once(holder, "exit");
  lockDirectory(directory).release();
});
