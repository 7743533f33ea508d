import { spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { PYTHON_LOCKS } from "./pythonLocks.ts";
import type { TimeMap } from "./timeMap.ts";
import { timeVariables } from "./timeMap.ts";

/** Programs whose time passes faster than the host's. docs/run.md, "Faster than time" */

export const RUN_SPEED_MAX = 1_000;

/** Where distributions keep libfaketime: Debian and Ubuntu, Fedora, Arch, Alpine. */
const LIBRARIES = [
  ...["x86_64", "aarch64"].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`),
  "/usr/lib64/faketime/libfaketime.so.1",
  "/usr/lib/faketime/libfaketime.so.1",
];
/**
 * Fast time is tried before the program starts: the interpreter waits for this long by its own clock, which
 * must end long before the limit.
 */
const PROBE_WAIT_MS = 100;
const PROBE_LIMIT_MS = 60_000;
/** The date at which fast time is tried: unlike any present one. */
const PROBE_START_MS = 1_000_000_000_000;
/** The longest start of the interpreter tried, in host ms: so much fast time may have passed for it. */
const PROBE_START_MAX_MS = 60_000;

const NOT_HERE =
  "--speed needs libfaketime, which is not installed here: apt install faketime (Debian, Ubuntu), dnf install libfaketime (Fedora), pacman -S libfaketime (Arch)";

/** The files that a fast run needs on disk while it lasts. */
export interface ProgramTime {
  readonly library: string;
  readonly pythonDirectory: string;
  close(): void;
}

/**
 * Finds out whether time can be made to pass faster for a command, by trying it with the interpreter that
 * will run the command.
 *
 * @throws RangeError with a sentence that says why not, and what to do
 */
export function openProgramTime(
  command: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  speed: number,
  libraries: readonly string[] = LIBRARIES,
): ProgramTime {
  if (process.platform !== "linux")
    throw new RangeError(`--speed is Linux's, and this is ${process.platform}`);
  const library = libraries.find((path) => existsSync(path));
  if (library === undefined) throw new RangeError(NOT_HERE);
  const pythonDirectory = mkdtempSync(join(tmpdir(), "outcry-time-"));
  const close = (): void => rmSync(pythonDirectory, { recursive: true, force: true });
  try {
    chmodSync(pythonDirectory, 0o755); // the program may run as another user
    writeFileSync(join(pythonDirectory, "sitecustomize.py"), PYTHON_LOCKS, { mode: 0o644 });
    tryInterpreter(command, environment, {
      library,
      pythonDirectory,
      hostMs: 0,
      fastMs: PROBE_START_MS,
      speed,
    });
    return { library, pythonDirectory, close };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Deletes the files of shared memory that libfaketime leaves behind when a process that opened them is
 * killed.
 */
export function forgetTimeOf(pid: number): void {
  for (const name of [`faketime_shm_${pid}`, `sem.faketime_sem_${pid}`])
    rmSync(join("/dev/shm", name), { force: true });
}

function tryInterpreter(
  [word = ""]: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  map: TimeMap,
): void {
  const file = found(word, environment["PATH"] ?? "");
  if (file === undefined) return; // the run itself reports a missing interpreter
  const head = headOf(file);
  const interpreter = interpreterOf(head, environment) ?? file;
  if (isStatic(headOf(interpreter))) {
    throw new RangeError(
      `--speed: ${word} asks the kernel for the time (it is linked statically, as Go links), past every library; run it without, or step a venue's clock beside it`,
    );
  }
  const probe = probeOf(basename(interpreter), PROBE_WAIT_MS * map.speed);
  if (probe === undefined) return;
  const env = { ...environment, ...timeVariables(map, 0, environment) };
  const { stdout, error, pid } = spawnSync(interpreter, probe, {
    env,
    encoding: "utf8",
    timeout: PROBE_LIMIT_MS,
    killSignal: "SIGKILL",
  });
  forgetTimeOf(pid);
  if (error !== undefined) {
    throw new RangeError(
      `--speed: ${word} hangs when it waits in fast time; run it without, or try a later libfaketime than ${map.library}`,
    );
  }
  const passedMs = Number(stdout) - PROBE_START_MS;
  if (!(passedMs >= 0 && passedMs < PROBE_START_MAX_MS * map.speed)) {
    throw new RangeError(
      `--speed: ${word} does not follow ${map.library}: it says that it is ${stdout.trim() || "nothing"}; run it without`,
    );
  }
}

/**
 * Arguments that make an interpreter wait and print its time, Unix ms; undefined for an unknown interpreter.
 */
function probeOf(name: string, waitMs: number): readonly string[] | undefined {
  if (/^python[\d.]*$/.test(name))
    return [
      "-c",
      `import threading, time; threading.Event().wait(${waitMs / 1_000}); print(int(time.time() * 1000))`,
    ];
  if (/^node(?:js)?$/.test(name)) return ["-e", `setTimeout(() => console.log(Date.now()), ${waitMs})`];
  return undefined;
}

function found(word: string, path: string): string | undefined {
  if (word.includes("/")) return existsSync(word) ? word : undefined;
  return path
    .split(delimiter)
    .map((directory) => join(directory, word))
    .find((file) => existsSync(file));
}

const HEAD_BYTES = 4_096;

function headOf(file: string): Buffer {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(HEAD_BYTES);
    return bytes.subarray(0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}

/** The interpreter of a script, from its first line: `#!/usr/bin/env python3`. */
function interpreterOf(
  head: Buffer,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const line = /^#!\s*(\S+)(?:\s+(\S+))?/.exec(head.toString("latin1"));
  if (line === null) return undefined;
  const [, file = "", argument = ""] = line;
  return basename(file) === "env" ? found(argument, environment["PATH"] ?? "") : found(file, "");
}

const PROGRAM_HEADER_INTERPRETER = 3;

/** Whether a file is a 64-bit little-endian ELF program that names no dynamic linker. */
function isStatic(head: Buffer): boolean {
  if (head.toString("latin1", 0, 6) !== "\x7fELF\x02\x01") return false;
  const start = Number(head.readBigUInt64LE(32));
  const size = head.readUInt16LE(54);
  for (let i = 0; i < head.readUInt16LE(56); i++) {
    const at = start + i * size;
    if (at + 4 > head.length) return false;
    if (head.readUInt32LE(at) === PROGRAM_HEADER_INTERPRETER) return false;
  }
  return true;
}
