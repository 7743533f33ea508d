import { useEffect, useState } from "react";
import { useContract, useDesk } from "../../desk/useDesk.ts";
import { compact, dressed, signedPercent, toneOf } from "../../format/decimal.ts";
import { countdown } from "../../format/time.ts";
import { useStore } from "../../state/useStore.ts";
import { Figure, MeaningButton } from "./figure.tsx";
import { meaningsOf } from "./meanings.ts";
import { SymbolMenu } from "./symbolMenu.tsx";

/** The contract's main figures: the last price large, the rest small; each says what it is. */
export function SymbolBar() {
  const desk = useDesk();
  const contract = useContract();
  const ticker = useStore(desk.market.ticker);
  const { funding, openInterest } = useStore(desk.market.slow);
  const tone = ticker === undefined ? "flat" : toneOf(ticker.priceChangePercent);
  const meanings = meaningsOf(contract);
  return (
    <section className="symbol-bar" aria-label="Contract">
      <SymbolMenu />
      <div className={`last ${tone}`} data-last={ticker?.lastPrice}>
        <MeaningButton meaning={meanings.last}>
          <span className="unseen">Last price </span>
          {ticker === undefined ? "…" : dressed(ticker.lastPrice)}
        </MeaningButton>
        <span className="last-change">{ticker && signedPercent(ticker.priceChangePercent)}</span>
      </div>
      <dl className="figures">
        <Figure meaning={meanings.mark} value={ticker && dressed(ticker.markPrice)} />
        <Figure meaning={meanings.index} value={ticker && dressed(ticker.indexPrice)} />
        <Figure meaning={meanings.high} value={ticker && dressed(ticker.high)} />
        <Figure meaning={meanings.low} value={ticker && dressed(ticker.low)} />
        <Figure meaning={meanings.volume} value={ticker && compact(ticker.size)} />
        <Figure meaning={meanings.turnover} value={ticker && compact(ticker.value)} />
        <Figure meaning={meanings.openInterest} value={openInterest && compact(openInterest.base_volume)} />
        <Figure
          meaning={meanings.funding}
          value={
            funding && (
              <>
                {signedPercent(funding.fundingRate, 4)} <Countdown to={funding.settlesAt} />
              </>
            )
          }
        />
        <Figure
          meaning={meanings.forecast}
          value={funding && signedPercent(funding.forecastFundingRate, 4)}
        />
      </dl>
    </section>
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
