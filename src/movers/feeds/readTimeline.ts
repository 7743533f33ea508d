import type { Given, Moment, ScenarioProblem } from "./scenario.ts";
import type { MomentFile } from "./scenarioSchema.ts";

/** The most moments of a scenario, each repetition counted. */
const MOMENTS_MAX = 10_000;

/**
 * The moments of a scenario in the order in which they happen; at one time, in the order of the file.
 *
 * @param faults are set at the start, before everything else
 * @param problems receives everything that is wrong
 */
export function readTimeline(
  files: readonly MomentFile[],
  faults: readonly Given[],
  problems: ScenarioProblem[],
): readonly Moment[] {
  const moments = files.flatMap((file, i) => {
    const path = `timeline.${i}`;
    const rule = brokenRule(file);
    if (rule === undefined) return momentsOf(file, path);
    problems.push({ path, value: JSON.stringify(file), rule });
    return [];
  });
  if (moments.length > MOMENTS_MAX) {
    const rule = `must have at most ${MOMENTS_MAX} moments, repetitions included`;
    problems.push({ path: "timeline", value: String(moments.length), rule });
  }
  const first = faults.map((given, i) => {
    return { type: "do", path: `faults.${i}`, atMs: 0, operation: "faults/add", given } as const;
  });
  return [...first, ...moments].sort((a, b) => a.atMs - b.atMs);
}

function brokenRule(file: MomentFile): string | undefined {
  const { do: action, expect, say, is, everyMs, times } = file;
  if ([action, expect, say].filter((each) => each !== undefined).length !== 1)
    return "must have one of do, expect and say";
  if (say !== undefined && file.with !== undefined) return "must have no with if it has say";
  if ((expect === undefined) !== (is === undefined)) return "must have is if it has expect, and only then";
  if ((everyMs === undefined) !== (times === undefined))
    return "must have everyMs if it has times, and only then";
  if (times !== undefined && action === undefined) return "must have no times unless it has do";
  return undefined;
}

function momentsOf(file: MomentFile, path: string): readonly Moment[] {
  const { atMs, do: action, expect, say, is, everyMs = 0, times = 1 } = file;
  const given = file.with ?? {};
  if (say !== undefined) return [{ type: "say", path, atMs, text: say }];
  if (expect !== undefined) return [{ type: "expect", path, atMs, operation: expect, given, wanted: is }];
  return Array.from({ length: times }, (_, i) => {
    return { type: "do", path, atMs: atMs + i * everyMs, operation: action!, given } as const;
  });
}
