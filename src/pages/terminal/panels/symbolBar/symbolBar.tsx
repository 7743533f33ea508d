import { useEffect, useMemo, useState } from "react";
import type { TickerPush } from "../../../../interface/client/index.ts";
import { useContract, useDesk } from "../../desk/useDesk.ts";
import { compact, signedPercent, toneOf, withThousands } from "../../format/decimal.ts";
import { countdown } from "../../format/time.ts";
import { useStore } from "../../state/useStore.ts";
import { Figure, MeaningButton } from "./figure.tsx";
import { type FigureName, type Meaning, meaningsOf } from "./meanings.ts";
import { SymbolMenu } from "./symbolMenu.tsx";

/**
 * The contract's main figures: the last price large, the rest small; each says what it is. A push renders the
 * words that it changes, and no more.
 */
export function SymbolBar() {
  const contract = useContract();
  const meanings = useMemo(() => meaningsOf(contract), [contract]);
  return (
    <section className="symbol-bar" aria-label="Contract">
      <SymbolMenu />
      <Last meaning={meanings.last} />
      <dl className="figures">
        {TICKER_FIGURES.map(([name, text]) => (
          <Figure key={name} meaning={meanings[name]}>
            <OfTicker text={text} />
          </Figure>
        ))}
        <SlowFigures meanings={meanings} />
      </dl>
    </section>
  );
}

/** Figures that are pushed. */
const TICKER_FIGURES: readonly (readonly [FigureName, (ticker: TickerPush) => string])[] = [
  ["mark", ({ markPrice }) => withThousands(markPrice)],
  ["index", ({ indexPrice }) => withThousands(indexPrice)],
  ["high", ({ high }) => withThousands(high)],
  ["low", ({ low }) => withThousands(low)],
  ["volume", ({ size }) => compact(size)],
  ["turnover", ({ value }) => compact(value)],
];

function OfTicker({ text }: { readonly text: (ticker: TickerPush) => string }) {
  return useStore(useDesk().market.ticker, (ticker) => ticker && text(ticker)) ?? "…";
}

function Last({ meaning }: { readonly meaning: Meaning }) {
  const { ticker } = useDesk().market;
  const tone = useStore(ticker, (push) => (push ? toneOf(push.priceChangePercent) : "flat"));
  const price = useStore(ticker, (push) => push?.lastPrice);
  return (
    <div className={`last ${tone}`} data-last={price}>
      <MeaningButton meaning={meaning}>
        <span className="unseen">Last price </span>
        {price === undefined ? "…" : withThousands(price)}
      </MeaningButton>
      <span className="last-change">
        <OfTicker text={changeOf} />
      </span>
    </div>
  );
}

function changeOf({ priceChangePercent }: TickerPush): string {
  return signedPercent(priceChangePercent);
}

/** Figures that are asked for. */
function SlowFigures({ meanings }: { readonly meanings: ReturnType<typeof meaningsOf> }) {
  const { funding, openInterest } = useStore(useDesk().market.slow);
  return (
    <>
      <Figure meaning={meanings.openInterest}>
        {openInterest ? compact(openInterest.base_volume) : "…"}
      </Figure>
      <Figure meaning={meanings.funding}>
        {funding ? (
          <>
            {signedPercent(funding.fundingRate, 4)} <Countdown to={funding.settlesAt} />
          </>
        ) : (
          "…"
        )}
      </Figure>
      <Figure meaning={meanings.forecast}>
        {funding ? signedPercent(funding.forecastFundingRate, 4) : "…"}
      </Figure>
    </>
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
