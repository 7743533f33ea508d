/** How fast time passes for a program: a map of the host's clock, which the venue's clock follows too. */
export interface TimeMap {
  /** The path of libfaketime, for the dynamic linker. */
  readonly library: string;
  /** The directory with Python's additional module (pythonLocks.ts). */
  readonly pythonDirectory: string;
  /** Host time at which fast time begins, Unix ms. */
  readonly hostMs: number;
  /** The program's time at `hostMs`, Unix ms. */
  readonly fastMs: number;
  /** How many ms pass for the program in one of the host's. */
  readonly speed: number;
}

/**
 * The environment variables that make a program started now see that time. Its child processes inherit it.
 */
export function timeVariables(
  { library, pythonDirectory, hostMs, fastMs, speed }: TimeMap,
  nowMs: number,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const startMs = fastMs + (nowMs - hostMs) * speed;
  const joined = (own: string, name: string): string =>
    environment[name] ? `${own}:${environment[name]}` : own;
  return {
    LD_PRELOAD: joined(library, "LD_PRELOAD"),
    FAKETIME: `@${(startMs / 1_000).toFixed(3)} x${speed}`,
    FAKETIME_FMT: "%s", // a date without a time zone
    FAKETIME_DONT_RESET: "1",
    PYTHONPATH: joined(pythonDirectory, "PYTHONPATH"),
  };
}

/** The given environment, with what a program started now needs for a time of its own, if it has one. */
export function inTime(
  environment: Readonly<Record<string, string>>,
  time: TimeMap | undefined,
): Record<string, string> {
  return { ...environment, ...(time !== undefined && timeVariables(time, Date.now(), environment)) };
}
