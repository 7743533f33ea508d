import { isCertificateRefusal } from "../egressLog.ts";
import { escaped, page, table } from "./page.ts";
import type { AccountReport, EquityPoint, RunReport } from "./report.ts";
import { timeText } from "./report.ts";

const STYLE =
  "svg { width: 100%; height: 10rem } polyline { fill: none; stroke: #2563eb; stroke-width: 1.5; vector-effect: non-scaling-stroke }";

/** A report as one page. */
export function reportHtml(report: RunReport): string {
  const { command, exitCode, requests, accounts, moments, elsewhere, distrusted } = report;
  const time = timeText(report);
  const seconds = Math.round((report.endedTime - report.startedTime) / 1_000);
  return page(
    `outcry run: ${command.join(" ")}`,
    STYLE,
    `<h1>A run on the venue</h1>
<p><code>${escaped(command.join(" "))}</code> ended with ${exitCode} after ${seconds} s.
${report.guarded ? "It had a network of its own: nothing left this machine." : "It was not guarded: what did not go through the proxy is not in here."}</p>
${time === undefined ? "" : `<p>Its time: ${time}.</p>`}
${accounts.map(accountHtml).join("")}
<h2>Requests: ${requests.total}, refused ${requests.refused}</h2>
${table(
  ["Operation", "Requests", "Refused"],
  requests.operations.map((each) => [each.operation, each.requests, each.refused]),
)}
${requests.refusals.length === 0 ? "" : "<h2>Refusals</h2>"}
${table(
  ["Code", "Operation", "Times", "Reason"],
  requests.refusals.map(({ code, operation, times, reason, remedy }) => [
    code,
    operation,
    times,
    remedy === "" ? reason : `${reason} → ${remedy}`,
  ]),
)}
${moments.length === 0 ? "" : "<h2>Scenario</h2>"}
${table(
  ["Market time", "What", "", "Note"],
  moments.map(({ time, what, state, note }) => [new Date(time).toISOString(), what, state, note ?? ""]),
)}
<h2>Other hosts</h2>
${elsewhere.length === 0 ? "<p>None was tried.</p>" : ""}
${table(
  ["Host", "By", "Times"],
  elsewhere.map(({ host, attempt, times }) => [host, attempt, times]),
)}
${distrusted.length === 0 ? "" : "<h2>Connections without a request</h2>"}
${table(
  ["Host", "Why", "Times", "Beside with requests"],
  distrusted.map((each) => [
    each.host,
    isCertificateRefusal(each) ? each.reason : "kept in reserve",
    each.times,
    each.trusting,
  ]),
)}`,
  );
}

function accountHtml(account: AccountReport): string {
  const { orders, positions, performance } = account;
  const figures: readonly (readonly [string, string | number])[] = [
    ["PnL", `${account.pnl} USDT`],
    ["Equity", `${account.equityBefore} → ${account.equityAfter} USDT`],
    ["Orders", `${orders.placed}: ${orders.filled} filled, ${orders.canceled} canceled, ${orders.live} live`],
    ["Fills", `${account.fills}, ${account.traded} USDT`],
    ["Fees", account.fees],
    ["Realized", account.realized],
    ["Funding", account.funding],
    ["Return", performance.return],
    ["Deepest drawdown", performance.drawdown],
    ["Sharpe", performance.sharpe],
    ["Turnover", `${performance.turnover} USDT`],
    ["Maker share", performance.makerShare],
    ["Closed, of them won", `${performance.closed}, ${performance.won}`],
    ...performance.contracts.map(({ symbol, net }) => [`${symbol}, net`, `${net} USDT`] as const),
    ...performance.days.map(({ day, pnl }) => [`${day}, PnL`, `${pnl} USDT`] as const),
    ...positions.map(
      ({ symbol, leg, size, unrealized }) =>
        [`${symbol} ${leg}`, `${size}, unrealized ${unrealized}`] as const,
    ),
  ];
  return `<h2>${escaped(account.name)}</h2>
${curveSvg(account.equityCurve)}
${table(["", ""], figures)}`;
}

const WIDTH = 1_000;
const HEIGHT = 100;

/** Drawn with floats, which are good enough for a picture. */
function curveSvg(points: readonly EquityPoint[]): string {
  if (points.length < 2) return "";
  const values = points.map(({ equity }) => Number(equity));
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const [first, last] = [points[0]!.time, points.at(-1)!.time];
  const place = ({ time }: EquityPoint, i: number): string => {
    const x = ((time - first) / (last - first || 1)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - ((values[i]! - low) / span) * HEIGHT).toFixed(1)}`;
  };
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Equity from ${points[0]!.equity} to ${points.at(-1)!.equity} USDT"><polyline points="${points.map(place).join(" ")}"/></svg>`;
}
