/** How fast time is to pass for a program: the map of the host's clock that the venue's follows too. */
export interface TimeMap {
  /** libfaketime, as the dynamic linker is to load it. */
  readonly library: string;
  /** Where Python finds what it needs on top. */
  readonly pythonDirectory: string;
  /** At this host time, Unix ms, */
  readonly hostMs: number;
  /** it was this time, Unix ms, */
  readonly fastMs: number;
  /** and from then on so many ms pass in one of the host's. */
  readonly speed: number;
}

/**
 * What makes a program that is started now see that time: its environment's variables, on top of others. Its children go on with its
 * time.
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

/** An environment as it is, or with what a program needs that is started now in a time of its own. */
export function inTime(
  environment: Readonly<Record<string, string>>,
  time: TimeMap | undefined,
): Record<string, string> {
  return { ...environment, ...(time !== undefined && timeVariables(time, Date.now(), environment)) };
}
