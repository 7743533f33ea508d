import { useEffect, useState } from "react";
import type { v2 } from "../../../../interface/wire/index.ts";
import type { RowNumber } from "../../account/rowNumbers.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { big, fixed, signed, signedPercent, toneOf } from "../../format/decimal.ts";
import { sentenceOf } from "../../format/failure.ts";
import { Choice } from "../../parts/choice.tsx";
import { whileShown } from "../../state/following.ts";
import { EquityCurve } from "../chart/equityCurve.tsx";
import { ExplainRow } from "../explain/explainButton.tsx";

const HOUR_MS = 3_600_000;
/**
 * How often it is read while somebody looks, ms: 40 of the account's weight of 100 a second, so 2 % of it.
 */
const AGAIN_MS = 20_000;
const SPANS = [
  ["24 h", { ms: 24 * HOUR_MS, granularity: "15m" }],
  ["7 d", { ms: 168 * HOUR_MS, granularity: "1h" }],
  ["30 d", { ms: 720 * HOUR_MS, granularity: "4h" }],
  ["1 y", { ms: 8_760 * HOUR_MS, granularity: "1d" }],
] as const;
type SpanName = (typeof SPANS)[number][0];

interface Read {
  readonly points: v2.EquityHistory["points"];
  readonly performance: v2.Performance;
}

/**
 * The account's performance: its equity as a curve, and statistics of it; it goes on while it is looked at.
 */
export function Performance() {
  const desk = useDesk();
  const [span, setSpan] = useState<SpanName>("24 h");
  const [read, setRead] = useState<Read>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isGone = false;
    let next: ReturnType<typeof setTimeout> | undefined;
    setRead(undefined);
    const look = async () => {
      await whileShown();
      if (isGone) return;
      const [found, why] = await readSpan(desk.client, span).then(
        (each) => [each, undefined] as const,
        (error: unknown) => [undefined, sentenceOf(error)] as const,
      );
      if (isGone) return;
      if (found !== undefined) setRead(found);
      setFailure(why);
      next = setTimeout(look, AGAIN_MS);
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(next);
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

/** Spans end at the market's now, which the account's last point knows. */
async function readSpan(client: ReturnType<typeof useDesk>["client"], span: SpanName): Promise<Read> {
  const [, { ms, granularity }] = SPANS.find(([name]) => name === span)!;
  const now = (await client.account.equityHistory({ limit: 1 })).points.at(-1)?.time ?? 0;
  const startTime = Math.max(0, now - ms);
  const [{ points }, performance] = await Promise.all([
    client.account.equityHistory({ startTime, granularity, limit: 1_000 }),
    client.account.performance({ startTime }),
  ]);
  return { points, performance };
}

function Figures({ read: { points, performance } }: { readonly read: Read }) {
  if (points.length === 0) return <p className="empty">Nothing has moved in this account yet.</p>;
  const { pnl, drawdown, sharpe, closed, winRate, makerShare, turnover, funding } = performance;
  const explained = numbersOf(performance);
  const percent = (share: string) => (share === "" ? "–" : signedPercent(share).replace(/^\+/, ""));
  return (
    <>
      <EquityCurve points={points} />
      <dl className="figures performance-figures">
        <Figure name="Profit" tone={toneOf(pnl)} number={explained.profit}>
          {signed(pnl, 2)}
        </Figure>
        <Figure name="Return" tone={toneOf(performance.return)}>
          {signedPercent(performance.return)}
        </Figure>
        <Figure name="Deepest drawdown" tone={drawdown === "0" ? "flat" : "down"}>
          {percent(drawdown)}
        </Figure>
        <Figure name="Sharpe" {...(sharpe !== "" && { number: explained.sharpe })}>
          {sharpe === "" ? "–" : fixed(sharpe, 2)}
        </Figure>
        <Figure name="Positions closed">{String(closed)}</Figure>
        <Figure name="Of them won">{percent(winRate)}</Figure>
        <Figure name="Turnover" number={explained.turnover}>
          {fixed(turnover, 2)}
        </Figure>
        <Figure name="Of it as maker">{percent(makerShare)}</Figure>
        <Figure name="Fees" number={explained.fees}>
          {fixed(explained.fees.value, 2)}
        </Figure>
        <Figure name="Funding" tone={toneOf(funding)} number={explained.funding}>
          {signed(funding, 2)}
        </Figure>
        {performance.contracts.map((each) => (
          <Figure key={each.symbol} name={each.symbol} tone={toneOf(each.net)} number={netOf(each)}>
            {signed(each.net, 2)}
          </Figure>
        ))}
      </dl>
    </>
  );
}

/** Where the amounts come from. */
function numbersOf(
  performance: v2.Performance,
): Readonly<Record<"profit" | "sharpe" | "turnover" | "fees" | "funding", RowNumber>> {
  const { pnl, equityBefore, equityAfter, deposited, fees, liquidationFees, contracts } = performance;
  const overContracts = (name: "turnover" | "funding"): RowNumber => ({
    name,
    value: performance[name],
    formula: "Σ over the contracts",
    terms: Object.fromEntries(contracts.map((each) => [each.symbol, each[name]])),
  });
  return {
    profit: {
      name: "profit",
      value: pnl,
      formula: "equity now − equity at the beginning − what was paid in, less what was paid out",
      terms: { now: equityAfter, atTheBeginning: equityBefore, paidIn: deposited },
    },
    sharpe: {
      name: "Sharpe",
      value: performance.sharpe,
      formula: "mean of the returns of an interval / their deviation · √(intervals a year)",
      terms: {
        returns: String(performance.sharpeReturns),
        intervalMinutes: String(performance.sharpeIntervalMs / 60_000),
      },
    },
    turnover: overContracts("turnover"),
    funding: overContracts("funding"),
    fees: {
      name: "fees",
      value: big(fees).plus(liquidationFees).toFixed(),
      formula: "Σ of the fills: trading fee + liquidation fee",
      terms: { trading: fees, liquidation: liquidationFees },
    },
  };
}

function netOf({
  symbol,
  net,
  realized,
  fees,
  liquidationFees,
  funding,
}: v2.Performance["contracts"][number]): RowNumber {
  return {
    name: symbol,
    value: net,
    formula: "realized before fees − trading fees − liquidation fees + funding; open profit is not in it",
    terms: { realized, fees, liquidationFees, funding },
  };
}

function Figure({
  name,
  tone = "flat",
  number,
  children,
}: {
  readonly name: string;
  /** Where an amount of money comes from. */
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
