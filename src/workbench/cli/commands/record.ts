import type { Command } from "commander";
import { Option } from "commander";
import { systemClock } from "../../../kernel/host/clock.ts";
import type { Packing } from "../../../kernel/host/pack.ts";
import { packings } from "../../../kernel/host/pack.ts";
import type { RecordedKind, Recorder, SourceSizes } from "../../../movers/feeds/index.ts";
import {
  ExchangeError,
  exchangeClient,
  RECORD_BEAT_MS,
  recordedKinds,
  recorderOf,
  sourceSizes,
} from "../../../movers/feeds/index.ts";
import { commandName } from "../config.ts";
import { usage } from "../exitCodes.ts";
import { onStopSignal } from "../serve/signals.ts";
import { shellWord } from "../shellWord.ts";
import type { Terminal } from "../terminal.ts";

interface RecordOptions {
  readonly to: string;
  readonly symbols?: string;
  readonly for?: string;
  readonly packing: Packing;
  readonly kinds?: string;
  readonly sourceUrl?: string;
  readonly sourceSizes?: SourceSizes;
}

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `outcry record`: writes an exchange's market to files that `--market replay=FOLDER` plays. */
export function addRecord(program: Command, terminal: Terminal): void {
  program
    .command("record")
    .argument("<exchange>", "by ccxt's name, such as binanceusdm; public data only")
    .requiredOption("--to <folder>", "where the files go; existing ones are continued")
    .option(
      "--symbols <coins>",
      "coins, separated by commas (default: those that outcry lists by itself and the exchange has)",
    )
    .option("--for <time>", "how long, such as 90s, 10m, 8h, 2d (default: until SIGINT or SIGTERM)")
    .addOption(
      new Option("--packing <form>", "how a file is packed once its day is over")
        .choices(packings)
        .default("zip"),
    )
    .option("--kinds <list>", `what is written, separated by commas (default: ${recordedKinds.join(",")})`)
    .option("--source-url <url>", "where the exchange is reached instead, such as a proxy or a venue")
    .addOption(
      new Option("--source-sizes <unit>", "the unit of ccxt's sizes (default: auto, as measured)").choices(
        sourceSizes,
      ),
    )
    .description("record an exchange's market in files that --market replay=FOLDER plays")
    .action((exchange: string, options: RecordOptions) => record(exchange, options, terminal));
}

async function record(exchange: string, options: RecordOptions, terminal: Terminal): Promise<void> {
  const { to: folder, symbols, packing, sourceUrl: url, sourceSizes: sizes } = options;
  const kinds = kindsOf(options.kinds);
  const untilMs = options.for === undefined ? Number.POSITIVE_INFINITY : durationOf(options.for);
  if (url !== undefined && !(URL.canParse(url) && /^https?:\/\//.test(url)))
    throw usage(`--source-url must be an address such as http://127.0.0.1:8080, got '${url}'`);
  /** The text that was printed last for each `what`. */
  const printed = new Map<string, string>();
  const print = (what: string, text: string): void => {
    if (printed.get(what) !== text) terminal.err(`${what}: ${text}\n`);
    printed.set(what, text);
  };
  const recorder = await opened(() =>
    exchangeClient(exchange, url).then((client) =>
      recorderOf({
        ...{ client, folder, packing, kinds, sizes, symbols: symbols?.split(",") },
        clock: systemClock,
        onState: ({ symbol, market, state, problem, sizes: unitText }) => {
          print(symbol, unitText);
          print(`${symbol} (${market})`, `${state}${problem === "" ? "" : `: ${problem}`}`);
        },
      }),
    ),
  );
  const startMs = systemClock.monotonicMs();
  let isOver = false;
  const forget = onStopSignal(() => {
    isOver = true;
  });
  try {
    while (!isOver && systemClock.monotonicMs() - startMs < untilMs) {
      await recorder.beat(systemClock.wallMs());
      await new Promise<void>((resolve) => systemClock.setTimer(RECORD_BEAT_MS, resolve));
    }
    await recorder.beat(systemClock.wallMs());
  } finally {
    forget();
    await recorder.close();
  }
  terminal.out(summary(recorder, systemClock.monotonicMs() - startMs, folder));
}

/**
 * The bytes written for each pair, and how many that would be in a day. They are counted before packing,
 * which leaves about a tenth.
 */
function summary({ bytes }: Recorder, tookMs: number, folder: string): string {
  const megabytes = (count: number): string => (count / 1_000_000).toFixed(1);
  const rows = [...bytes].map(([pair, count]) => {
    const aDay = (count * UNIT_MS.d) / tookMs;
    return `${pair}: ${megabytes(count)} MB, ${megabytes(aDay)} MB a day at this rate, before packing\n`;
  });
  return `${rows.join("")}play it: ${commandName()} serve --market ${shellWord(`replay=${folder}`)}\n`;
}

async function opened(open: () => Promise<Recorder>): Promise<Recorder> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof ExchangeError) throw usage(error.message);
    throw error;
  }
}

function kindsOf(list: string | undefined): readonly RecordedKind[] {
  if (list === undefined) return recordedKinds;
  return list.split(",").map((name) => {
    const kind = recordedKinds.find((each) => each === name);
    if (kind === undefined)
      throw usage(`--kinds must name some of ${recordedKinds.join(", ")}, got '${name}'`);
    return kind;
  });
}

function durationOf(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([smhd])$/.exec(text) ?? [];
  if (count === undefined) throw usage(`--for must be a time such as 90s, 10m, 8h, 2d, got '${text}'`);
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}
