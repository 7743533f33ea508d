import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AccountSpec, Venue, VenueOptions } from "../../assembly/venue/index.ts";
import { startVenue } from "../../assembly/venue/index.ts";
import { lotText } from "../../interface/wire/index.ts";
import { systemClock } from "../../kernel/host/clock.ts";
import { FastClock } from "../../kernel/host/fastClock.ts";
import type { Scenario } from "../../movers/feeds/index.ts";
import type { Guarding, PositionMode, ProgramTime, RunOptions } from "../run/index.ts";
import { startProgram } from "../run/index.ts";
import type { ExamCase } from "./cases.ts";
import type { Verdict } from "./check.ts";
import { isSettled, judged, notExamined } from "./check.ts";
import { CaseOver, Examiner } from "./examiner.ts";
import type { Seen, TimedHappening } from "./happening.ts";
import { ofType, watchedMs } from "./happening.ts";
import { marketOf, wavesOf } from "./market.ts";
import { ExamObserver, HAPPENINGS_MAX } from "./observer.ts";

/** How long a bot that was told to end may take before it is killed, ms. */
const GRACE_MS = 2_000;
/** A report has this many characters of the bot's output, the last ones. */
const OUTPUT_CHARS = 4_000;

export interface ExamOptions
  extends Pick<RunOptions, "command" | "hosts" | "assignments" | "bundles" | "given"> {
  readonly guarding: Guarding;
  readonly cases: readonly ExamCase[];
  readonly symbol: string;
  /**
   * The market of the examination. Default: the contracts of a fresh venue, where the price of `symbol` rises
   * and falls in turn.
   */
  readonly market?: Scenario;
  /** The account with the API key that the bot has already; default: one with a key of the venue's. */
  readonly account?: AccountSpec | undefined;
  /** The mode in which its account is opened. */
  readonly positionMode: PositionMode;
  /** The wire profile of its venue, with its switches. */
  readonly wire: string;
  /** How long a case may take, ms of the host. */
  readonly limitMs: number;
  /** Seconds of market time in one of the bot's, unless the market says so itself. */
  readonly marketSpeed: number;
  /** Given where time passes faster for the bot and the venue than for the host. */
  readonly faster?: { readonly time: ProgramTime; readonly speed: number } | undefined;
  /** Cases that the bot goes through at a time. */
  readonly atOnce: number;
  /** Ends the examination early. */
  readonly signal: AbortSignal;
  readonly onBegin: (examCase: ExamCase) => void;
  readonly onEnd: (report: CaseReport) => void;
}

/** What a bot was seen to do in one case, and what the checks say of it. */
export interface CaseReport {
  /**
   * Name of the case. The report in JSON calls it a paper, as `--paper` does; paper trading is something
   * else.
   */
  readonly paper: string;
  readonly about: string;
  /** How long the case took, ms of the bot. */
  readonly tookMs: number;
  /** For how much of that time the machine did not let the bot keep up, ms of the bot. */
  readonly lostMs: number;
  readonly checks: readonly (Verdict & { readonly name: string; readonly rule: string })[];
  readonly happenings: readonly TimedHappening[];
  /** The last of what the bot printed. */
  readonly output: string;
}

export interface ExamReport {
  readonly command: readonly string[];
  readonly startedTime: number;
  /** How many times as fast as the host's time the bot's passed; absent: equally fast. */
  readonly speed?: number;
  readonly papers: readonly CaseReport[];
}

/**
 * Puts a bot through each case: a venue and a process of its own for each. Once the signal ends it, no
 * further case begins, and those left are not examined.
 */
export async function examine(options: ExamOptions): Promise<ExamReport> {
  const { cases, atOnce, command, faster } = options;
  const startedTime = systemClock.wallMs();
  const reports: CaseReport[] = [];
  const left = cases.entries();
  const sitter = async (): Promise<void> => {
    for (const [i, examCase] of left) {
      if (options.signal.aborted) {
        reports[i] = unsat(examCase);
        continue;
      }
      options.onBegin(examCase);
      const report = await sit(examCase, options);
      reports[i] = report;
      options.onEnd(report);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sitter));
  return { command, startedTime, ...(faster && { speed: faster.speed }), papers: reports };
}

/** A case that did not begin. */
function unsat({ name: paper, about, checks }: ExamCase): CaseReport {
  const verdict = notExamined("the examination was broken off before");
  return {
    ...{ paper, about, tookMs: 0, lostMs: 0, happenings: [], output: "" },
    checks: checks.map(({ name, rule }) => ({ name, rule, ...verdict })),
  };
}

async function sit(examCase: ExamCase, options: ExamOptions): Promise<CaseReport> {
  const { account = { name: "demo-1" }, positionMode, wire, marketSpeed, symbol, hosts, faster } = options;
  const botSpeed = faster?.speed ?? 1;
  const nowMs = systemClock.wallMs();
  const fast = faster && { ...faster, clock: new FastClock(systemClock, nowMs) };
  const base = options.market ?? (await wavesOf(symbol, nowMs, { marketSpeed, botSpeed }));
  const market = marketOf(examCase, base);
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
    accounts: [{ ...account, positionMode }],
    limits: "seed",
    wire,
    hostNames: hosts,
    requests: "all",
    backgroundAudit: false,
    onTraffic: observer.onTraffic,
    ...(examCase.kills === true && { data: join(directory, "data") }),
  };
  const file = join(directory, "output");
  const output = openSync(file, "w");
  try {
    await watch(examCase, { ...options, output, ...(fast && { fast }) }, settings, observer);
    const seen = observer.seen();
    const verdicts = judged(examCase.checks, seen);
    return {
      paper: examCase.name,
      about: examCase.about,
      tookMs: seen.untilMs,
      lostMs: seen.untilMs - watchedMs(seen, 0),
      checks: examCase.checks.map(({ name, rule }, i) => ({ name, rule, ...verdicts[i]! })),
      happenings: seen.happenings,
      output: readFileSync(file, "utf8").slice(-OUTPUT_CHARS),
    };
  } finally {
    closeSync(output);
    rmSync(directory, { recursive: true });
  }
}

/** The options of one case: those of the examination, the file for the bot's output, and a fast clock. */
type SittingOptions = ExamOptions & Pick<RunOptions, "output" | "fast">;

/** Runs the bot on a venue of these settings until the case is over. */
async function watch(
  examCase: ExamCase,
  options: SittingOptions,
  settings: VenueOptions,
  observer: ExamObserver,
): Promise<void> {
  const first = await startVenue(settings);
  const examiner = await examinerOf(first, examCase, options, settings, observer);
  try {
    observer.begin();
    void observer.keepTime(() => examiner.venue.gateway.pingAll());
    await observer.follow(first, examiner.account);
    await runOn(examiner, examCase, { ...options, venue: first }, observer);
  } finally {
    observer.stop();
    await examiner.venue.stop();
  }
}

async function examinerOf(
  venue: Venue,
  examCase: ExamCase,
  { symbol, limitMs, signal, faster }: SittingOptions,
  settings: VenueOptions,
  observer: ExamObserver,
): Promise<Examiner> {
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
    isHopeless(examCase, seen);
  const reopen = () => startVenue({ ...settings, port: venue.port });
  return new Examiner({ venue, reopen, name, account, symbol, lot: lotText(contract) }, observer, isOver);
}

async function runOn(
  examiner: Examiner,
  examCase: ExamCase,
  options: RunOptions & Pick<ExamOptions, "signal">,
  observer: ExamObserver,
): Promise<void> {
  if (options.signal.aborted) return;
  const conducted = examCase.conduct(examiner);
  conducted.catch(() => undefined); // looked at below
  const program = startProgram(options);
  let isRunning = true;
  const ended = program.ended.then((exitCode) => {
    isRunning = false;
    observer.add({ type: "ended", exitCode });
  });
  ended.catch(() => undefined); // looked at below
  try {
    await Promise.race([conducted, ended]);
    observer.stop(await examiner.until((seen) => isExamined(examCase, seen)));
  } catch (error) {
    if (!(error instanceof CaseOver)) throw error;
  } finally {
    observer.stop();
    if (isRunning) program.kill("SIGTERM");
    const timer = systemClock.setTimer(GRACE_MS, () => program.kill("SIGKILL"));
    await Promise.allSettled([ended, conducted]); // what the case does is over, too, before its venue stops
    timer.clear();
  }
}

/** Whether nothing more is to be waited for, and the bot gives no occasion for one of the checks. */
function isHopeless(examCase: ExamCase, seen: Seen): boolean {
  return (
    isExamined(examCase, seen) && examCase.checks.some((check) => check.judge(seen).result === "not examined")
  );
}

/** Whether there is nothing more in the case to wait for. */
function isExamined({ checks }: ExamCase, seen: Seen): boolean {
  return judged(checks, seen).every((verdict, i) => isSettled(checks[i]!, verdict, seen));
}
