import { quantaOfText } from "../../interface/wire/index.ts";
import type { FrameSource, StartingPoint } from "../../kernel/engine/index.ts";
import { exchangeMachine, genesis, replayFrames } from "../../kernel/engine/index.ts";
import { readFrames } from "../../kernel/journal/readFrames.ts";
import type { LogReport } from "../../kernel/journal/survey.ts";
import type { Results } from "../../service/contest/index.ts";
import { originsOf, pairsOf, standingsOf } from "../../service/contest/index.ts";
import type { RoundName } from "./contestRecorder.ts";
import { ContestRecorder } from "./contestRecorder.ts";
import type { OnProgress } from "./onProgress.ts";
import { type Past, replayStart } from "./replayStart.ts";
import { withClusterLog } from "./withClusterLog.ts";

/** A contest's results cannot be computed from a journal; the message says why. */
export class ContestResultsError extends Error {
  override readonly name = "ContestResultsError";
}

interface Source {
  readonly from: StartingPoint;
  readonly log: FrameSource;
  readonly toSeq: number;
  readonly onProgress: OnProgress;
}

/**
 * The results of a contest's round, out of a journal on the disk. @throws ContestResultsError, ReplayError,
 * LogError
 */
export async function resultsOf(
  past: Past,
  report: LogReport,
  name: string,
  round: RoundName,
  onProgress: OnProgress,
): Promise<Results> {
  const { nextSeq } = report.head;
  const log = { read: (seq: number) => readFrames(past.journal, seq, nextSeq) };
  return computed(
    { from: await replayStart(past, report), log, toSeq: nextSeq - 1, onProgress },
    name,
    round,
  );
}

/** The results of a contest's round, out of the log of a cluster, which must be whole. */
export function sharedResultsOf(
  url: string,
  name: string,
  round: RoundName,
  onProgress: OnProgress,
): Promise<Results> {
  return withClusterLog(url, onProgress, (log) => {
    const { firstSeq, nextSeq } = log.head();
    if (firstSeq !== 1)
      throw new ContestResultsError(
        `the cluster's log begins with command ${firstSeq}: results need all of it`,
      );
    return computed({ from: genesis(exchangeMachine), log, toSeq: nextSeq - 1, onProgress }, name, round);
  });
}

/** Executes a log until the round is over. */
async function computed(
  { from, log, toSeq, onProgress }: Source,
  name: string,
  round: RoundName,
): Promise<Results> {
  const { replay } = from;
  const { machine } = replay;
  const recorder = new ContestRecorder(name, round);
  recorder.begin(machine);
  const begins = machine.time;
  let isOver = false;
  let commands: Uint8Array = new Uint8Array();
  await replayFrames(replay, {
    log,
    toSeq,
    holdsBack: (frame) => {
      isOver = recorder.reach(frame.time, machine);
      commands = frame.payload;
      return isOver;
    },
    onFrame: (frame) => recorder.take(frame, commands, machine),
    progress: (done, total) => onProgress("executing the journal", total === 0 ? 1 : done / total),
  });
  const { contest } = recorder;
  const span = round === "contest" ? contest : contest?.practice;
  if (contest === undefined) throw new ContestResultsError(`the journal knows of no contest '${name}'`);
  if (span === undefined) throw new ContestResultsError(`${name} has no practice round`);
  if (!isOver)
    throw new ContestResultsError(
      `the round ends at ${new Date(span.end).toISOString()}, and the journal with ${new Date(machine.time).toISOString()}: ` +
        "results are there once it is over",
    );
  if (begins > span.start)
    throw new ContestResultsError(
      `the round began at ${new Date(span.start).toISOString()}, before anything that the journal still has`,
    );
  const { teams, directed, acts, indexes } = recorder.finish(machine);
  return {
    round,
    contest,
    journal: { seq: machine.seq, digest: Buffer.from(replay.digest).toString("hex") },
    indexes,
    standings: standingsOf(contest, teams),
    pairs: pairsOf(teams, quantaOfText(contest.balance)!),
    origins: originsOf(teams, directed),
    acts,
  };
}
