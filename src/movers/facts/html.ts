import { candleSeries, shapes } from "./candleFacts.ts";
import type { Finding } from "./facts.ts";
import type { Candle, Line } from "./plot.ts";
import { candles, escaped, falls, figure, plot } from "./plot.ts";
import type { ContractReport, MarketReport } from "./report.ts";
import { isShort, SHORT, score } from "./report.ts";
import { ascending, autocorrelation, mean, quantile } from "./series.ts";
import type { Minutes, Tape } from "./tape.ts";
import { DEPTH_BP, MINUTE_MS } from "./tape.ts";

const STYLE =
  "body{font:14px system-ui,sans-serif;margin:24px;max-width:1000px;color:#222}table{border-collapse:collapse;margin:12px 0}" +
  "td,th{padding:3px 10px;border-bottom:1px solid #ddd;text-align:right}td:first-child,th:first-child{text-align:left}" +
  ".no{color:#cf1322}.yes{color:#237804}.none{color:#888}svg{margin:8px 8px 8px 0;font:10px system-ui,sans-serif}.title{font-size:12px;font-weight:600}.unit{fill:#888}";

/** The report as one file that loads nothing: no script, no network. */
export function reportHtml(report: MarketReport): string {
  const { held, judged } = score(report.contracts);
  const parts = report.contracts.map(section).join("\n");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Market report</title><style>${STYLE}</style></head><body>
<h1>Market report</h1><p>${escaped(report.subject)}</p><p><b>${held} of ${judged}</b> facts and comparisons are as in real markets.${isShort(report.contracts) ? ` ${SHORT}` : ""}</p>
${parts}
${lacking(report)}
</body></html>
`;
}

function section(contract: ContractReport): string {
  const { tape, findings, comparisons } = contract;
  const others = comparisons.map(({ to, tape: minutes }) => ({ name: to, minutes }));
  return `<h2>${escaped(tape.symbol)}</h2><p>${escaped(tape.source)}, ${tape.minutes.open.length} minutes${forcedLine(tape)}</p>
${drawings(tape, [{ name: tape.symbol, minutes: tape.minutes }, ...others])}
<table><tr><th>Fact</th><th>Value</th><th>Bounds</th><th></th><th>Basis</th></tr>${findings.map(findingRow).join("")}</table>
${comparisons.map(comparisonTable).join("")}`;
}

/** The liquidations, in words. */
function forcedLine({ forced, funding }: Tape): string {
  if (forced === undefined) return "";
  const value = forced.value.reduce((sum, each) => sum + each, 0);
  const rates = funding?.rates.map((rate) => `${(100 * rate).toFixed(4)} %`).join(", ") ?? "";
  return (
    `; ${forced.entries} liquidated, ${figure(value)} in value; insurance received ${figure(forced.received)}, paid ` +
    `${figure(forced.paid)}; funding ${rates === "" ? "not settled yet" : rates}`
  );
}

const sign = (holds: boolean | undefined): string =>
  holds === undefined
    ? '<td class="none">–</td>'
    : holds
      ? '<td class="yes">✓</td>'
      : '<td class="no">✗</td>';

function findingRow({ fact, value, holds }: Finding): string {
  return `<tr><td>${escaped(fact.title)}</td><td>${value === undefined ? "–" : figure(value)}</td><td>${figure(fact.low)} … ${figure(fact.high)}</td>${sign(holds)}<td>${fact.basis}</td></tr>`;
}

function comparisonTable({ to, rows }: ContractReport["comparisons"][number]): string {
  const lines = rows.map(
    ({ title, distance, bound, holds, level }) =>
      `<tr><td>${title}</td><td>${figure(distance)}</td><td>${figure(bound)}</td>${sign(holds)}<td>${figure(level)}</td></tr>`,
  );
  return `<table><tr><th>Beside ${escaped(to)}</th><th>Distance</th><th>Bound</th><th></th><th>Level of that over this</th></tr>${lines.join("")}</table>`;
}

interface Named {
  readonly name: string;
  readonly minutes: Minutes;
}

/** How many minutes are drawn as candles. */
const DRAWN = 240;
const LAGS = [1, 2, 3, 5, 8, 12, 20, 30, 45, 60, 90, 120];

function drawings(tape: Tape, all: readonly Named[]): string {
  const series = all.map(({ name, minutes }) => ({ name, series: candleSeries(minutes) }));
  const lines = (points: (of: (typeof series)[number]["series"]) => Line["points"]): readonly Line[] =>
    series.map(({ name, series: each }) => ({ name, points: points(each) }));
  return [
    candles(`the last ${DRAWN} minutes`, lastCandles(tape.minutes)),
    plot({
      title: "returns of a minute that are larger",
      along: "over their recent mean",
      up: "share",
      logAlong: true,
      logUp: true,
      lines: lines((each) => larger(shapes(each).moves)),
    }),
    plot({
      title: "memory of the size of returns",
      along: "lag, minutes",
      up: "autocorrelation",
      logAlong: true,
      lines: lines(({ moves }) => LAGS.map((lag) => [lag, autocorrelation(moves, lag)])),
    }),
    plot({
      title: "memory of trades a minute",
      along: "lag, minutes",
      up: "autocorrelation",
      logAlong: true,
      lines: lines(({ trades }) => LAGS.map((lag) => [lag, autocorrelation(trades, lag)])),
    }),
    plot({
      title: "wicks",
      along: "share of the range",
      up: "candles below",
      lines: lines(({ wick }) => below(wick)),
    }),
    tape.forced === undefined ? "" : fallsPlot(tape.minutes, tape.forced),
    tape.book === undefined ? "" : depthPlot(tape.book),
    tape.book === undefined || tape.tick === 0 ? "" : spreadPlot(tape.book, tape.tick),
  ].join("");
}

function lastCandles({ open, high, low, close, volume }: Minutes): readonly Candle[] {
  const from = Math.max(0, open.length - DRAWN);
  return Array.from(
    open.subarray(from),
    (first, i): Candle => [first, high[from + i]!, low[from + i]!, close[from + i]!, volume[from + i]!],
  );
}

const STEPS = Array.from({ length: 60 }, (_, i) => i / 60);

function larger(values: Float64Array): Line["points"] {
  const sorted = ascending(values);
  return Array.from({ length: 40 }, (_, i) => 10 ** ((-3 * i) / 39)).map((share) => [
    quantile(sorted, 1 - share),
    share,
  ]);
}

function below(values: Float64Array): Line["points"] {
  const sorted = ascending(values);
  return STEPS.map((share) => [quantile(sorted, share), share]);
}

function fallsPlot({ start, close }: Minutes, { time, value, bought }: NonNullable<Tape["forced"]>): string {
  const span = close.length * MINUTE_MS;
  const all = Array.from(time, (each, i) => ({
    at: Math.max(0, Math.min(1, (each - start) / span)),
    value: value[i]!,
    bought: bought[i] === 1,
  }));
  return falls("price, and what was liquidated", close, all);
}

function depthPlot(book: NonNullable<Tape["book"]>): string {
  const points = DEPTH_BP.map((bp, i): [number, number] => [bp, mean(book.map(({ depth }) => depth[i]!))]);
  return plot({
    title: "depth of a side",
    along: "distance from the middle, bp",
    up: "value",
    logAlong: true,
    logUp: true,
    lines: [{ name: "mean", points }],
  });
}

function spreadPlot(book: NonNullable<Tape["book"]>, tick: number): string {
  const ticks = ascending(book.map(({ bid, ask }) => Math.round((ask - bid) / tick)));
  return plot({
    title: "spread",
    along: "ticks",
    up: "moments below",
    logAlong: true,
    lines: [{ name: "spread", points: STEPS.map((share) => [quantile(ticks, share), share]) }],
  });
}

/** The facts that differ from real markets, in words. */
function lacking({ contracts }: MarketReport): string {
  const rows = contracts.flatMap(({ tape, findings, comparisons }) => {
    const failed = [
      ...findings.filter(({ holds }) => holds === false).map(({ fact }) => fact.title),
      ...comparisons.flatMap(({ to, rows }) =>
        rows.filter(({ holds }) => !holds).map(({ title }) => `${title} beside ${to}`),
      ),
    ];
    return failed.length === 0
      ? []
      : [`<li><b>${escaped(tape.symbol)}</b>: ${escaped(failed.join("; "))}</li>`];
  });
  return rows.length === 0 ? "" : `<h2>What is not realistic</h2><ul>${rows.join("")}</ul>`;
}
