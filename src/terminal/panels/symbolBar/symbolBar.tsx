import "./symbolBar.css";
import { useEffect, useState } from "react";
import { useContract, useDesk } from "../../desk/useDesk.ts";
import { compact, dressed, signedPercent, toneOf } from "../../format/decimal.ts";
import { countdown } from "../../format/time.ts";
import { useStore } from "../../state/useStore.ts";
import { SymbolMenu } from "./symbolMenu.tsx";

/** The contract's main figures: the last price large, the rest small. */
export function SymbolBar() {
  const desk = useDesk();
  const contract = useContract();
  const ticker = useStore(desk.market.ticker);
  const { funding, openInterest } = useStore(desk.market.slow);
  const tone = ticker === undefined ? "flat" : toneOf(ticker.priceChangePercent);
  return (
    <section className="symbol-bar" aria-label="Contract">
      <SymbolMenu />
      <div className={`last ${tone}`} data-last={ticker?.lastPrice}>
        <span className="unseen">Last price </span>
        {ticker === undefined ? "…" : dressed(ticker.lastPrice)}
        <span className="last-change">{ticker && signedPercent(ticker.priceChangePercent)}</span>
      </div>
      <dl className="figures">
        <Figure name="Mark" value={ticker && dressed(ticker.markPrice)} />
        <Figure name="Index" value={ticker && dressed(ticker.indexPrice)} />
        <Figure name="24h high" value={ticker && dressed(ticker.high)} />
        <Figure name="24h low" value={ticker && dressed(ticker.low)} />
        <Figure name={`24h volume ${contract.coin}`} value={ticker && compact(ticker.size)} />
        <Figure name={`24h turnover ${contract.quote}`} value={ticker && compact(ticker.value)} />
        <Figure
          name={`Open interest ${contract.coin}`}
          value={openInterest && compact(openInterest.base_volume)}
        />
        <Figure
          name="Funding / in"
          value={
            funding && (
              <>
                {signedPercent(funding.fundingRate, 4)} <Countdown to={funding.settlesAt} />
              </>
            )
          }
        />
        <Figure name="Next funding, est." value={funding && signedPercent(funding.forecastFundingRate, 4)} />
      </dl>
    </section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: React.ReactNode }) {
  return (
    <div className="figure">
      <dt>{name}</dt>
      <dd>{value ?? "…"}</dd>
    </div>
  );
}

/** Counts market time down. */
function Countdown({ to }: { readonly to: number }) {
  const { market } = useDesk();
  const [left, setLeft] = useState(() => to - market.now());
  useEffect(() => {
    const timer = setInterval(() => setLeft(to - market.now()), 500);
    return () => clearInterval(timer);
  }, [to, market]);
  return <span className="muted">{countdown(left)}</span>;
}
