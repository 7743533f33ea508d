import { useEffect, useState } from "react";
import type { v2 } from "../../../wire/index.ts";
import type { RowNumber } from "../../account/rowNumbers.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { big, fixed, signed, signedPercent, toneOf } from "../../format/decimal.ts";
import { sentenceOf } from "../../format/failure.ts";
import { Choice } from "../../parts/choice.tsx";
import { EquityCurve } from "../chart/equityCurve.tsx";
import { ExplainRow } from "../explain/explainButton.tsx";
import { type ClosedSummary, performanceNumbers, statisticsOf, summaryOf } from "./statistics.ts";

const SPANS = [
  ["24 h", { granularity: "15m", limit: 96 }],
  ["7 d", { granularity: "1h", limit: 168 }],
  ["30 d", { granularity: "4h", limit: 180 }],
  ["All", { granularity: "1d", limit: 500 }],
] as const;
type SpanName = (typeof SPANS)[number][0];

/** Pages of 100 closed positions that are added up. */
const PAGES_MAX = 5;

interface Read {
  readonly series: v2.EquitySeries;
  readonly closed: ClosedSummary;
}

/** The account's performance: its equity as a curve, and statistics of it. */
export function Performance() {
  const desk = useDesk();
  const [span, setSpan] = useState<SpanName>("24 h");
  const [read, setRead] = useState<Read>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isGone = false;
    setRead(undefined);
    setFailure(undefined);
    readSpan(desk.client, span).then(
      (found) => {
        if (!isGone) setRead(found);
      },
      (error: unknown) => {
        if (!isGone) setFailure(sentenceOf(error));
      },
    );
    return () => {
      isGone = true;
    };
  }, [desk, span]);
  return (
    <section className="performance" aria-label="Performance">
      <div className="performance-head">
        <h3>Performance</h3>
        <Choice
          label="Span"
          value={span}
          options={SPANS.map(([name]) => [name, name] as const)}
          onChange={setSpan}
        />
      </div>
      {failure !== undefined && <p className="refusal">{failure}</p>}
      {read === undefined ? (
        failure === undefined && <p className="wait">Reading…</p>
      ) : (
        <Figures read={read} />
      )}
    </section>
  );
}

async function readSpan(client: ReturnType<typeof useDesk>["client"], span: SpanName): Promise<Read> {
  const [, asked] = SPANS.find(([name]) => name === span)!;
  const series = await client.account.equity(asked);
  const from = series.points[0]?.time ?? 0;
  const rows: v2.PastPosition[] = [];
  for (let page = 0; page < PAGES_MAX; page++) {
    const last = rows.at(-1);
    const { list, nextPage } = await client.positions.closed({
      startTime: from,
      ...(last !== undefined && { beforeId: last.closeId }),
    });
    rows.push(...list);
    if (!nextPage) break;
  }
  return { series, closed: summaryOf(rows) };
}

function Figures({ read: { series, closed } }: { readonly read: Read }) {
  const statistics = statisticsOf(series.points);
  if (statistics === undefined) return <p className="empty">Nothing has moved in this account yet.</p>;
  const winRate =
    closed.count === 0 ? undefined : big(String(closed.won)).div(String(closed.count)).toFixed(4);
  const explained = performanceNumbers(series.points, statistics, closed);
  return (
    <>
      <EquityCurve points={series.points} />
      {!series.complete && <p className="note">So much happened that it begins later than the span.</p>}
      <dl className="figures performance-figures">
        <Figure name="Profit" tone={toneOf(statistics.profit)} number={explained.profit}>
          {signed(statistics.profit, 2)}
        </Figure>
        <Figure name="Return" tone={toneOf(statistics.totalReturn)}>
          {signedPercent(statistics.totalReturn)}
        </Figure>
        <Figure name="Deepest drawdown" tone={toneOf(statistics.drawdown)}>
          {signedPercent(statistics.drawdown)}
        </Figure>
        <Figure name="Positions closed">{String(closed.count)}</Figure>
        <Figure name="Of them won">
          {winRate === undefined ? "–" : `${fixed(big(winRate).times("100").toFixed(), 0)} %`}
        </Figure>
        <Figure name="Their fees" number={explained.fees}>
          {fixed(closed.fees, 2)}
        </Figure>
        <Figure name="Their funding" tone={toneOf(closed.funding)} number={explained.funding}>
          {signed(closed.funding, 2)}
        </Figure>
      </dl>
    </>
  );
}

function Figure({
  name,
  tone = "flat",
  number,
  children,
}: {
  readonly name: string;
  /** Of an amount of money: where it comes from. */
  readonly number?: RowNumber;
  readonly tone?: "up" | "down" | "flat";
  readonly children: string;
}) {
  return (
    <div className="figure">
      <dt>{name}</dt>
      <dd className={`num ${tone}`}>
        {number === undefined ? (
          children
        ) : (
          <ExplainRow name={name} title={name} numbers={() => [number]}>
            {children}
          </ExplainRow>
        )}
      </dd>
    </div>
  );
}
