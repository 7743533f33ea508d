import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../host/systemClock.ts";
import type { Guarding, RunOptions } from "../run/index.ts";
import { startProgram } from "../run/index.ts";
import type { AccountSpec, Venue, VenueOptions } from "../venue/index.ts";
import { startVenue } from "../venue/index.ts";
import { lotText } from "../wire/index.ts";
import type { Verdict } from "./check.ts";
import { judged } from "./check.ts";
import type { Seen, Timed } from "./happening.ts";
import { ofType, watchedMs } from "./happening.ts";
import { marketOf } from "./market.ts";
import { ExamObserver, HAPPENINGS_MAX } from "./observer.ts";
import type { Paper } from "./papers.ts";
import { PaperOver, Stage } from "./stage.ts";

/** How long a bot is watched at least after an occasion has come, ms: what it does wrong then counts. */
const AFTER_MS = 4_000;
/** How long a bot that was told to end may take before it is killed, ms. */
const GRACE_MS = 2_000;
/** Of what the bot printed, the last so many characters are in the report. */
const OUTPUT_CHARS = 4_000;

export interface ExamOptions
  extends Pick<RunOptions, "command" | "hosts" | "assignments" | "bundles" | "given"> {
  readonly guarding: Guarding;
  readonly papers: readonly Paper[];
  readonly symbol: string;
  /** The bot's own key, if the venue is to take it. */
  readonly account?: AccountSpec;
  /** How long a paper may take, ms of the host. */
  readonly limitMs: number;
  /** Seconds of market time in one of the host. */
  readonly speed: number;
  /** Papers that are sat at a time. */
  readonly atOnce: number;
  /** Ends it early. */
  readonly signal: AbortSignal;
  readonly onPaper: (done: number) => void;
}

/** What a bot was seen to do in one paper, and what the checks say of it. */
export interface PaperReport {
  readonly paper: string;
  readonly about: string;
  readonly tookMs: number;
  /** Of that, the time in which the machine did not let the bot keep up. */
  readonly lostMs: number;
  readonly checks: readonly (Verdict & { readonly name: string; readonly rule: string })[];
  readonly happenings: readonly Timed[];
  /** The last of what the bot printed. */
  readonly output: string;
}

export interface ExamReport {
  readonly command: readonly string[];
  readonly startedTime: number;
  readonly papers: readonly PaperReport[];
}

/** Has a bot sit each paper: a venue and a process of its own for each. */
export async function examine(options: ExamOptions): Promise<ExamReport> {
  const { papers, atOnce, command } = options;
  const startedTime = systemClock.wallMs();
  const reports: PaperReport[] = [];
  const left = papers.entries();
  let done = 0;
  const sitter = async (): Promise<void> => {
    for (const [i, paper] of left) {
      reports[i] = await sit(paper, options);
      options.onPaper(++done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sitter));
  return { command, startedTime, papers: reports };
}

async function sit(paper: Paper, options: ExamOptions): Promise<PaperReport> {
  const { account = { name: "demo-1" }, speed, symbol, hosts } = options;
  const observer = new ExamObserver(systemClock, speed);
  const directory = mkdtempSync(join(tmpdir(), "outcry-exam-"));
  const market = await marketOf(paper, symbol, systemClock.wallMs(), speed);
  const settings: VenueOptions = {
    market,
    prehistory: market.prehistory,
    ...(speed === 1 && { clock: "wall" }),
    accounts: [account],
    limits: "seed",
    hostNames: hosts,
    requests: "all",
    backgroundAudit: false,
    witness: observer.witness,
    ...(paper.kills === true && { data: join(directory, "data") }),
  };
  const file = join(directory, "output");
  const output = openSync(file, "w");
  try {
    await watch(paper, options, settings, observer, output);
    const seen = observer.seen();
    const verdicts = judged(paper.checks, seen);
    return {
      paper: paper.name,
      about: paper.about,
      tookMs: seen.untilMs,
      lostMs: seen.untilMs - watchedMs(seen, 0),
      checks: paper.checks.map(({ name, rule }, i) => ({ name, rule, ...verdicts[i]! })),
      happenings: seen.happenings,
      output: readFileSync(file, "utf8").slice(-OUTPUT_CHARS),
    };
  } finally {
    closeSync(output);
    rmSync(directory, { recursive: true });
  }
}

/** Runs the bot on a venue of these settings until the paper is over. @param output the descriptor of a file for what the bot prints */
async function watch(
  paper: Paper,
  options: ExamOptions,
  settings: VenueOptions,
  observer: ExamObserver,
  output: number,
): Promise<void> {
  const first = await startVenue(settings);
  const stage = await stageOf(first, options, settings, observer);
  try {
    observer.begin();
    void observer.keepTime(() => stage.venue.gateway.sound());
    await observer.follow(first, stage.account);
    await runOn(stage, paper, { ...options, venue: first, output }, observer);
  } finally {
    observer.stop();
    await stage.venue.stop();
  }
}

async function stageOf(
  venue: Venue,
  { symbol, limitMs, signal }: ExamOptions,
  settings: VenueOptions,
  observer: ExamObserver,
): Promise<Stage> {
  const { name } = venue.accounts[0]!;
  const { account } = await venue.account(name);
  const [contract] = await venue.engine.query({ type: "contracts" });
  const isOver = (seen: Seen): boolean =>
    signal.aborted ||
    seen.untilMs >= limitMs ||
    seen.happenings.length >= HAPPENINGS_MAX ||
    ofType(seen, "ended").length > 0;
  const reopen = () => startVenue({ ...settings, port: venue.port });
  return new Stage({ venue, reopen, name, account, symbol, lot: lotText(contract!) }, observer, isOver);
}

async function runOn(stage: Stage, paper: Paper, options: RunOptions, observer: ExamObserver): Promise<void> {
  const conducted = paper.conduct(stage);
  conducted.catch(() => undefined); // looked at below
  const program = startProgram(options);
  let isRunning = true;
  const ended = program.ended.then((exitCode) => {
    isRunning = false;
    observer.add({ type: "ended", exitCode });
  });
  ended.catch(() => undefined); // likewise
  try {
    await Promise.race([conducted, ended]);
    observer.stop(await stage.until((seen) => isSettled(paper, seen)));
  } catch (error) {
    if (!(error instanceof PaperOver)) throw error;
  } finally {
    observer.stop();
    if (isRunning) program.kill("SIGTERM");
    const timer = systemClock.setTimer(GRACE_MS, () => program.kill("SIGKILL"));
    await Promise.allSettled([ended, conducted]); // what the paper does is over, too, before its venue stops
    timer.clear();
  }
}

/** Whether everything that the paper examines has come, and the bot was watched for a while after. */
function isSettled({ checks }: Paper, seen: Seen): boolean {
  return judged(checks, seen).every(
    ({ result, sinceMs }) =>
      result === "failed" || (result === "passed" && watchedMs(seen, sinceMs!) >= AFTER_MS),
  );
}
