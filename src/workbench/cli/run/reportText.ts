import Table from "cli-table3";
import type { AccountReport, RunReport } from "../../run/index.ts";
import { isCertificateRefusal, timeText } from "../../run/index.ts";
import { NO_BORDERS, paint } from "../show/value.ts";

/** Rows of a list that are printed; `--report` has all of them. */
const ROWS_MAX = 20;
const BLOCKS = "▁▂▃▄▅▆▇█";
/** Columns that the equity curve has. */
const CURVE_WIDTH = 60;

/** A run's report for a terminal. */
export function reportText(report: RunReport, isColoured: boolean): string {
  const { requests, accounts, elsewhere, distrusted } = report;
  const bold = (text: string): string => paint("bold", text, isColoured);
  const time = timeText(report);
  const seconds = ((report.endedTime - report.startedTime) / 1_000).toFixed(1);
  const sections = [
    `${bold("The run")}  exit code ${report.exitCode} after ${seconds} s`,
    ...(time === undefined ? [] : [`${bold("Its time")}  ${time}`]),
    ...accounts.map((account) => accountText(account, isColoured)),
    `${bold("Requests")}  ${requests.total}, refused ${requests.refused}${requests.uncounted > 0 ? `, uncounted ${requests.uncounted}` : ""}`,
    tableText(
      ["operation", "requests", "refused"],
      requests.operations.map((each) => [each.operation, String(each.requests), String(each.refused)]),
    ),
    ...requests.refusals
      .slice(0, ROWS_MAX)
      .flatMap(({ code, operation, times, reason, remedy }) => [
        `${paint("yellow", `${code} × ${times}`, isColoured)}  ${operation}: ${reason}`,
        ...(remedy === "" ? [] : [`  → ${remedy}`]),
      ]),
    ...certificateRefusalText(distrusted, isColoured),
    ...scenarioText(report, isColoured),
    `${bold("Other hosts")}  ${elsewhere.length === 0 ? "none was tried" : elsewhereText(report)}`,
    tableText(
      ["host", "by", "times"],
      elsewhere.map(({ host, attempt, times }) => [host, attempt, String(times)]),
    ),
  ];
  return `\n${sections.filter((section) => section !== "").join("\n")}\n`;
}

/** Names the clients that broke off handshakes; and, apart, connections that were not needed. */
export function certificateRefusalText(
  distrusted: RunReport["distrusted"],
  isColoured: boolean,
): readonly string[] {
  const broken = distrusted.filter(isCertificateRefusal);
  const spare = distrusted.filter((each) => !isCertificateRefusal(each));
  return [
    ...(broken.length === 0
      ? []
      : [
          paint(
            "red",
            "Handshakes broken off: a client does not trust the venue's certificate, or said nothing",
            isColoured,
          ),
          tableText(
            ["host", "times", "why", "connections with requests"],
            broken.map(({ host, times, reason, trusting }) => [
              host,
              String(times),
              reason,
              String(trusting),
            ]),
          ),
          "  → a program with a list of its own (certifi, a bundle) is shown it by --ca-file FILE; a JVM with a trustStore of its own takes that instead of the run's",
        ]),
    ...spare.map(
      ({ host, times, trusting }) =>
        `${paint("bold", "In reserve", isColoured)}  ${host}: ${times} connections without a request, beside ${trusting} with some`,
    ),
  ];
}

/** How many expectations of the scenario were met, and each moment that failed. */
function scenarioText({ moments }: RunReport, isColoured: boolean): readonly string[] {
  if (moments.length === 0) return [];
  const count = (wanted: string) => moments.filter(({ state }) => state === wanted).length;
  const wrong = moments.filter(({ state }) => state === "refused" || state === "broken");
  return [
    `${paint("bold", "Scenario", isColoured)}  ${count("done")} done, ${count("refused")} refused; expectations ${count("met")} met, ${count("broken")} broken`,
    ...wrong.map(({ path, what, note }) => `${paint("red", path, isColoured)}  ${what}: ${note}`),
  ];
}

function elsewhereText({ guarded }: RunReport): string {
  return guarded ? "tried, and not reached" : "refused by the proxy; what went past it is not known";
}

function accountText(account: AccountReport, isColoured: boolean): string {
  const { name, orders, pnl, positions } = account;
  const colour = pnl.startsWith("-") ? "red" : pnl === "0" ? "bold" : "green";
  const lines = [
    `${paint("bold", name, isColoured)}  PnL ${paint(colour, pnl, isColoured)} USDT, equity ${account.equityBefore} → ${account.equityAfter}`,
    `  ${sparkline(account.equityCurve.map(({ equity }) => Number(equity)))}`,
    `  orders ${orders.placed}: ${orders.filled} filled, ${orders.canceled} canceled, ${orders.live} live`,
    `  fills ${account.fills} worth ${account.traded}; fees ${account.fees}, realized ${account.realized}, funding ${account.funding}`,
    `  ${figuresText(account)}`,
    ...positions.map(
      ({ symbol, leg, size, unrealized }) => `  holds ${symbol} ${leg} ${size}, unrealized ${unrealized}`,
    ),
  ];
  return lines.join("\n");
}

/** An account's performance in figures; a ratio that does not exist is left out. */
function figuresText({ performance }: AccountReport): string {
  const { sharpe, winRate, makerShare, turnover, closed, contracts } = performance;
  return [
    `return ${performance.return}, drawdown ${performance.drawdown}`,
    ...(sharpe === "" ? [] : [`Sharpe ${sharpe}`]),
    `turnover ${turnover}${makerShare === "" ? "" : `, of it ${makerShare} as maker`}`,
    ...(winRate === "" ? [] : [`${closed} closed, of them ${winRate} won`]),
    ...contracts.map(({ symbol, net }) => `${symbol} ${net}`),
  ].join("; ");
}

/**
 * A line of blocks between the lowest and the highest value, drawn with floats, which are good enough for a
 * picture.
 */
export function sparkline(values: readonly number[]): string {
  const width = Math.min(CURVE_WIDTH, values.length);
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  return Array.from({ length: width }, (_, column) => {
    const value = values[width === 1 ? 0 : Math.round((column * (values.length - 1)) / (width - 1))]!;
    const height = span === 0 ? 0 : Math.round(((value - low) / span) * (BLOCKS.length - 1));
    return BLOCKS[height];
  }).join("");
}

function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const table = new Table({
    chars: NO_BORDERS,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
  });
  table.push([...head], ...rows.slice(0, ROWS_MAX).map((row) => [...row]));
  const more = rows.length > ROWS_MAX ? `\n  and ${rows.length - ROWS_MAX} more` : "";
  const lines = table.toString().split("\n");
  return lines.map((line) => `  ${line.trimEnd()}`).join("\n") + more;
}
