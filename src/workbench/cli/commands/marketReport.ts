import { basename } from "node:path";
import Table from "cli-table3";
import type { Command } from "commander";
import { linesOf } from "../../../kernel/host/archive.ts";
import { systemRng } from "../../../kernel/host/rng.ts";
import { isThere } from "../../../kernel/host/systemErrors.ts";
import type { ContractReport, MarketReport, Tape } from "../../../movers/facts/index.ts";
import {
  figure,
  isShort,
  readTape,
  reportHtml,
  reportOn,
  SHORT,
  score,
  TapeError,
} from "../../../movers/facts/index.ts";
import type { Scenario } from "../../../movers/feeds/index.ts";
import { defaultScenario } from "../../../movers/feeds/index.ts";
import { usage } from "../exitCodes.ts";
import { observe } from "../marketReport/observe.ts";
import { checkOutputFile, writeOutputFiles } from "../outputFile.ts";
import { readScenarioFile } from "../readScenarioFile.ts";
import { Progress } from "../show/progress.ts";
import { paint } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

interface ReportOptions {
  readonly against?: string;
  readonly market: string;
  readonly seed?: string;
  readonly hours: string;
  readonly symbols?: string;
  readonly html: string;
  readonly json?: boolean;
}

const HOURS_MAX = 24 * 31;

/** `outcry market report`: how much the simulated market, or a recording, is like a real one. */
export function addMarketReport(program: Command, terminal: Terminal): void {
  const market = program.command("market").description("the market itself: how real it is");
  market
    .command("report")
    .argument(
      "[recording]",
      "klines of a minute or aggTrades, .csv, .csv.gz or .zip; measured instead of a simulated market",
    )
    .option("--against <file>", "another recording, laid beside what is measured")
    .option("--market <market>", "simulated, or a scenario file", "simulated")
    .option("--seed <n>", "what the simulated market is drawn from (default: a random one, which is shown)")
    .option("--hours <n>", "how long the simulated market runs, in market time", "24")
    .option("--symbols <list>", "only these contracts, by symbol or coin, with commas")
    .option("--html <file>", "where the drawings go", "market-report.html")
    .option("--json", "print JSON")
    .description("measure how much a market is like real perpetual futures")
    .action((recording: string | undefined, options: ReportOptions) => report(recording, options, terminal));
}

async function report(
  recording: string | undefined,
  options: ReportOptions,
  terminal: Terminal,
): Promise<void> {
  checkOutputFile("--html", options.html);
  const against = options.against === undefined ? [] : [await readFile(options.against)];
  const others = against.map(({ source, minutes }) => ({ to: source, minutes }));
  const found: MarketReport =
    recording === undefined
      ? await simulated(options, others, terminal)
      : recorded(await readFile(recording), others);
  writeOutputFiles("--html", [options.html], () => reportHtml(found));
  if (options.json === true) terminal.out(`${JSON.stringify(plain(found))}\n`);
  else show(found, terminal);
  terminal.err(`drawn in ${options.html}\n`);
}

type Others = Parameters<typeof reportOn>[2];

function recorded(tape: Tape, others: Others): MarketReport {
  // A recording has no rank by size: so facts about the largest contracts only are left out.
  return { subject: tape.source, contracts: [reportOn(tape, Number.POSITIVE_INFINITY, others)] };
}

async function simulated(options: ReportOptions, others: Others, terminal: Terminal): Promise<MarketReport> {
  const hours = wholeNumber("--hours", options.hours, 1, HOURS_MAX);
  const market = await scenarioOf(options.market);
  const wanted = options.symbols?.toLowerCase().split(",");
  const isNamed = ({ symbol, baseCoin }: (typeof market.listings)[number], name: string): boolean =>
    name === symbol || name === baseCoin.toLowerCase();
  const isWanted = (listing: (typeof market.listings)[number]): boolean =>
    wanted === undefined || wanted.some((name) => isNamed(listing, name));
  // Only the contracts that are asked for run. A contract by itself trades similarly, not identically:
  // together with others its index is sent a little more often.
  const scenario = { ...market, listings: market.listings.filter(isWanted) };
  const strange = wanted?.find((each) => !market.listings.some((listing) => isNamed(listing, each)));
  if (strange !== undefined)
    throw usage(
      `--symbols: this market has no contract '${strange}'; it has ${market.listings.map(({ baseCoin }) => baseCoin.toLowerCase()).join(", ")}`,
    );
  const seed =
    options.seed === undefined
      ? (scenario.seed ?? new DataView(systemRng.bytes(4).buffer).getUint32(0))
      : wholeNumber("--seed", options.seed, 0, 2 ** 32 - 1);
  const progress = new Progress(terminal);
  const step = `running the market for ${hours} h`;
  const observed = await observe({
    scenario,
    seed,
    minutes: hours * 60,
    onProgress: (share) => progress.update(step, share),
  });
  progress.end();
  const contracts = observed.map(({ tape, past }) => {
    const rank = market.listings.findIndex(({ symbol }) => symbol === tape.symbol);
    return reportOn(tape, rank, [{ to: "its own past", minutes: past }, ...others]);
  });
  return {
    subject: `${options.market} market, seed ${seed}, ${hours} h of market time, nobody connected`,
    contracts,
  };
}

async function scenarioOf(market: string): Promise<Scenario> {
  if (market === "simulated") return defaultScenario("simulated");
  return readScenarioFile(market);
}

function wholeNumber(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw usage(`${option} must be a whole number, ${min} … ${max}, got '${text}'`);
  return value;
}

async function readFile(path: string): Promise<Tape> {
  if (!isThere(path)) throw usage(`there is no file ${path}`);
  try {
    const parts: string[] = [];
    for await (const { lines } of linesOf(path)) parts.push(lines.join("\n"));
    return readTape(parts.join("\n"), basename(path), basename(path).split(/[-_.]/)[0]!);
  } catch (error) {
    if (error instanceof TapeError) throw usage(error.message);
    throw usage(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function show({ subject, contracts }: MarketReport, terminal: Terminal): void {
  const colour = (holds: boolean | undefined, text: string): string =>
    holds === false ? paint("red", `${text} ✗`, terminal.outIsTty) : text;
  const names = contracts.map(({ tape }) => tape.symbol.replace(/^cmt_|usdt$/g, ""));
  const table = new Table({ head: ["fact", ...names, "bounds", "basis"], style: { head: [], border: [] } });
  const facts = [
    ...new Map(
      contracts.flatMap(({ findings }) => findings.map(({ fact }) => [fact.name, fact] as const)),
    ).values(),
  ];
  for (const fact of facts) {
    const cells = contracts.map(({ findings }) => {
      const finding = findings.find((each) => each.fact.name === fact.name);
      return finding?.value === undefined ? "–" : colour(finding.holds, figure(finding.value));
    });
    table.push([fact.title, ...cells, `${figure(fact.low)} … ${figure(fact.high)}`, fact.basis]);
  }
  terminal.out(`${subject}\n${table.toString()}\n`);
  showComparisons(contracts, names, colour, terminal);
  showForced(contracts, terminal);
  const { held, judged } = score(contracts);
  terminal.out(`${held} of ${judged} facts and comparisons are as in real markets\n`);
  if (isShort(contracts)) terminal.out(`${SHORT}\n`);
}

function showComparisons(
  contracts: readonly ContractReport[],
  names: readonly string[],
  colour: (holds: boolean | undefined, text: string) => string,
  terminal: Terminal,
): void {
  for (const [i, { to, rows }] of (contracts[0]?.comparisons ?? []).entries()) {
    const table = new Table({ head: [`beside ${to}`, ...names, "bound"], style: { head: [], border: [] } });
    for (const [k, { title, bound }] of rows.entries()) {
      const cells = contracts.map(({ comparisons }) => {
        const { distance, holds } = comparisons[i]!.rows[k]!;
        return colour(holds, figure(distance));
      });
      table.push([title, ...cells, figure(bound)]);
    }
    terminal.out(`${table.toString()}\n`);
  }
}

/** Liquidations and funding of each contract, where the market has them. */
function showForced(contracts: readonly ContractReport[], terminal: Terminal): void {
  const head = ["contract", "liquidated", "in value", "insurance received", "paid", "funding, %"];
  const table = new Table({ head, style: { head: [], border: [] } });
  for (const { tape } of contracts) {
    const forced = forcedOf(tape);
    if (forced === undefined) continue;
    const { entries, value, received, paid } = forced;
    const rates = tape.funding?.rates.map((rate) => (100 * rate).toFixed(4)).join(", ") ?? "";
    table.push([tape.symbol, entries, figure(value), figure(received), figure(paid), rates || "–"]);
  }
  if (table.length > 0) terminal.out(`${table.toString()}\n`);
}

/** The sums of the liquidations. */
function forcedOf({ forced }: Tape) {
  if (forced === undefined) return undefined;
  const { entries, received, paid, value } = forced;
  return { entries, value: value.reduce((sum, each) => sum + each, 0), received, paid };
}

/** The report without its tapes. */
function plain({ subject, contracts }: MarketReport) {
  return {
    subject,
    ...score(contracts),
    contracts: contracts.map(({ tape, findings, comparisons }) => ({
      symbol: tape.symbol,
      source: tape.source,
      facts: findings.map(({ fact: { name, title, low, high, basis }, value, holds }) => ({
        name,
        title,
        value: value ?? null,
        low,
        high: Number.isFinite(high) ? high : null,
        basis,
        holds: holds ?? null,
      })),
      comparisons: comparisons.map(({ to, rows }) => ({ to, rows })),
      liquidations: forcedOf(tape) ?? null,
      fundingRates: tape.funding?.rates ?? null,
    })),
  };
}
