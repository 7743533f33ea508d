import type { control as answers } from "../../../../../interface/client/index.ts";
import { fixed, signed, signedPercent, toneOf } from "../../../format/decimal.ts";
import { EquityCurve } from "../../../panels/chart/equityCurve.tsx";
import { useAnswer } from "../../desk/useOperator.ts";
import { Fact, Section } from "../../parts/section.tsx";

/** The equity of the last 30 days as a curve, and what it comes to. */
export function Performance({ account }: { readonly account: string }) {
  const equity = useAnswer("GET accounts/equity", { account, granularity: "1h", limit: 1_000 });
  const { data: performance, failure } = useAnswer("GET accounts/performance", { account });
  const points = equity.data?.points ?? [];
  if (performance === undefined || points.length === 0) return null;
  return (
    <Section title={`Performance of ${account}`} failure={failure ?? equity.failure}>
      <EquityCurve points={points} />
      <dl className="op-facts">
        {factsOf(performance).map(([name, value, tone]) => (
          <Fact key={name} name={name}>
            <span className={`num ${tone}`}>{value}</span>
          </Fact>
        ))}
      </dl>
    </Section>
  );
}

function factsOf(of: answers.Performance): readonly (readonly [string, string, string])[] {
  const share = (value: string) => (value === "" ? "–" : signedPercent(value).replace(/^\+/, ""));
  return [
    ["PnL in 30 days, USDT", signed(of.pnl, 2), toneOf(of.pnl)],
    ["Return", signedPercent(of.return), toneOf(of.return)],
    ["Deepest drawdown", share(of.drawdown), "flat"],
    ["Sharpe", of.sharpe === "" ? "–" : fixed(of.sharpe, 2), "flat"],
    ["Paid in, USDT", signed(of.deposited, 2), "flat"],
    ["Fees, USDT", fixed(of.fees, 2), "flat"],
    ["Funding, USDT", signed(of.funding, 2), toneOf(of.funding)],
    ["Turnover, USDT", fixed(of.turnover, 2), "flat"],
    ["Of it as maker", share(of.makerShare), "flat"],
    ["Closed, of them won", `${of.closed}, ${share(of.winRate)}`, "flat"],
    ...of.contracts.map(
      ({ symbol, net }) => [`Net of ${symbol}, USDT`, signed(net, 2), toneOf(net)] as const,
    ),
  ];
}
