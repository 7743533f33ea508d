import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Scenario } from "../feeds/index.ts";
import { FastClock } from "../host/fastClock.ts";
import { systemClock } from "../host/systemClock.ts";
import type { Guarding, ProgramTime, RunOptions } from "../run/index.ts";
import { startProgram } from "../run/index.ts";
import type { AccountSpec, Venue, VenueOptions } from "../venue/index.ts";
import { startVenue } from "../venue/index.ts";
import { lotText } from "../wire/index.ts";
import type { Verdict } from "./check.ts";
import { isSettled, judged } from "./check.ts";
import type { Seen, Timed } from "./happening.ts";
import { ofType, watchedMs } from "./happening.ts";
import { marketOf, wavesOf } from "./market.ts";
import { ExamObserver, HAPPENINGS_MAX } from "./observer.ts";
import type { Paper } from "./papers.ts";
import { PaperOver, Stage } from "./stage.ts";

/** How long a bot that was told to end may take before it is killed, ms. */
const GRACE_MS = 2_000;
/** Of what the bot printed, the last so many characters are in the report. */
const OUTPUT_CHARS = 4_000;

export interface ExamOptions
  extends Pick<RunOptions, "command" | "hosts" | "assignments" | "bundles" | "given"> {
  readonly guarding: Guarding;
  readonly papers: readonly Paper[];
  readonly symbol: string;
  /** Default: the contracts of a fresh venue, the price of the one rises and falls in turn. */
  readonly market?: Scenario;
  /** The bot's own key, if the venue is to take it. */
  readonly account?: AccountSpec | undefined;
  /** How long a paper may take, ms of the host. */
  readonly limitMs: number;
  /** Seconds of market time in one of the bot's, unless the market says so itself. */
  readonly marketSpeed: number;
  /** Given where the bot's time, and the venue's with it, passes faster than the host's. */
  readonly faster?: { readonly time: ProgramTime; readonly speed: number } | undefined;
  /** Papers that are sat at a time. */
  readonly atOnce: number;
  /** Ends it early. */
  readonly signal: AbortSignal;
  readonly onBegin: (paper: Paper) => void;
  readonly onEnd: (report: PaperReport) => void;
}

/** What a bot was seen to do in one paper, and what the checks say of it. */
export interface PaperReport {
  readonly paper: string;
  readonly about: string;
  readonly tookMs: number;
  /** Both in ms of the bot. Of that, the time in which the machine did not let the bot keep up. */
  readonly lostMs: number;
  readonly checks: readonly (Verdict & { readonly name: string; readonly rule: string })[];
  readonly happenings: readonly Timed[];
  /** The last of what the bot printed. */
  readonly output: string;
}

export interface ExamReport {
  readonly command: readonly string[];
  readonly startedTime: number;
  /** How many times as fast as the host's time the bot's passed; absent: equally fast. */
  readonly speed?: number;
  readonly papers: readonly PaperReport[];
}

/** Has a bot sit each paper: a venue and a process of its own for each. */
export async function examine(options: ExamOptions): Promise<ExamReport> {
  const { papers, atOnce, command, faster } = options;
  const startedTime = systemClock.wallMs();
  const reports: PaperReport[] = [];
  const left = papers.entries();
  const sitter = async (): Promise<void> => {
    for (const [i, paper] of left) {
      options.onBegin(paper);
      const report = await sit(paper, options);
      reports[i] = report;
      options.onEnd(report);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sitter));
  return { command, startedTime, ...(faster && { speed: faster.speed }), papers: reports };
}

async function sit(paper: Paper, options: ExamOptions): Promise<PaperReport> {
  const { account = { name: "demo-1" }, marketSpeed, symbol, hosts, faster } = options;
  const botSpeed = faster?.speed ?? 1;
  const nowMs = systemClock.wallMs();
  const fast = faster && { ...faster, clock: new FastClock(systemClock, nowMs) };
  const base = options.market ?? (await wavesOf(symbol, nowMs, { marketSpeed, botSpeed }));
  const market = marketOf(paper, base);
  const { clockSpeed } = market;
  const isOwnTime = fast === undefined && (clockSpeed ?? market.clockStart) !== undefined;
  const observer = new ExamObserver(
    fast?.clock ?? systemClock,
    (isOwnTime ? clockSpeed : undefined) || 1,
    botSpeed,
  );
  const directory = mkdtempSync(join(tmpdir(), "outcry-exam-"));
  const settings: VenueOptions = {
    market,
    prehistory: market.prehistory,
    ...(!isOwnTime && { clock: "wall" }),
    ...(fast && { hostClock: fast.clock }),
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
    await watch(paper, { ...options, output, ...(fast && { fast }) }, settings, observer);
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

/** An examination with what is one paper's own: where the bot prints, and its clock. */
type SittingOptions = ExamOptions & Pick<RunOptions, "output" | "fast">;

/** Runs the bot on a venue of these settings until the paper is over. */
async function watch(
  paper: Paper,
  options: SittingOptions,
  settings: VenueOptions,
  observer: ExamObserver,
): Promise<void> {
  const first = await startVenue(settings);
  const stage = await stageOf(first, paper, options, settings, observer);
  try {
    observer.begin();
    void observer.keepTime(() => stage.venue.gateway.sound());
    await observer.follow(first, stage.account);
    await runOn(stage, paper, { ...options, venue: first }, observer);
  } finally {
    observer.stop();
    await stage.venue.stop();
  }
}

async function stageOf(
  venue: Venue,
  paper: Paper,
  { symbol, limitMs, signal, faster }: SittingOptions,
  settings: VenueOptions,
  observer: ExamObserver,
): Promise<Stage> {
  const { name } = venue.accounts[0]!;
  const { account } = await venue.account(name);
  const contracts = await venue.engine.query({ type: "contracts" });
  const contract = contracts.find((each) => each.symbol === symbol)!;
  const untilMs = limitMs * (faster?.speed ?? 1);
  const isOver = (seen: Seen): boolean =>
    signal.aborted ||
    seen.untilMs >= untilMs ||
    seen.happenings.length >= HAPPENINGS_MAX ||
    ofType(seen, "ended").length > 0 ||
    isHopeless(paper, seen);
  const reopen = () => startVenue({ ...settings, port: venue.port });
  return new Stage({ venue, reopen, name, account, symbol, lot: lotText(contract) }, observer, isOver);
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
    observer.stop(await stage.until((seen) => isExamined(paper, seen)));
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

/** Whether there is nothing to wait for, and something that the bot is none to give the occasion of. */
function isHopeless(paper: Paper, seen: Seen): boolean {
  return isExamined(paper, seen) && paper.checks.some((check) => check.judge(seen).result === "not examined");
}

/** Whether there is nothing more in the paper to wait for. */
function isExamined({ checks }: Paper, seen: Seen): boolean {
  return judged(checks, seen).every((verdict, i) => isSettled(checks[i]!, verdict, seen));
}
