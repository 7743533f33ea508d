import { type ReactNode, useEffect, useId, useMemo, useState } from "react";
import { Button, Dialog, DialogTrigger, Popover } from "react-aria-components";
import type { TickerPush } from "../../../../interface/client/index.ts";
import { useContract, useDesk } from "../../desk/useDesk.ts";
import { compact, signedPercent, toneOf, withThousands } from "../../format/decimal.ts";
import { countdown } from "../../format/time.ts";
import { later } from "../../layout/later.tsx";
import { Chevron } from "../../parts/icons.tsx";
import { useStore } from "../../state/useStore.ts";
import { type FigureName, type Meaning, meaningsOf } from "./meanings.ts";

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

const SymbolPicker = later(async () => (await import("./symbolPicker.tsx")).SymbolPicker);

/** Chooses the contract. */
function SymbolMenu() {
  const contract = useContract();
  return (
    <DialogTrigger>
      <Button className="symbol-button">
        <b>{contract.name}</b>
        <span className="faint">Perp</span>
        <span className="unseen">, choose another contract</span>
        <Chevron />
      </Button>
      <Popover className="popover" placement="bottom start">
        <Dialog aria-label="Contracts">{({ close }) => <SymbolPicker close={close} />}</Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** A number with its name above it; a press on either opens an explanation of the number. */
function Figure({ meaning, children }: { readonly meaning: Meaning; readonly children: ReactNode }) {
  return (
    <div className="figure">
      <dt>
        <MeaningButton meaning={meaning}>{meaning.name}</MeaningButton>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * Opens a popover that says what a figure is, in which unit, and how it is computed. The button's `::after`
 * covers its nearest positioned ancestor: a press anywhere in that one opens the popover.
 */
function MeaningButton({
  meaning: { title, unit, what, how },
  children,
}: {
  readonly meaning: Meaning;
  readonly children: ReactNode;
}) {
  const titleId = useId();
  return (
    <DialogTrigger>
      <Button className="figure-name">
        {children}
        <span className="unseen">: what it is</span>
      </Button>
      <Popover className="popover meaning" placement="bottom start" offset={24} aria-labelledby={titleId}>
        <h2 id={titleId}>{title}</h2>
        <p>{what}</p>
        <dl>
          <dt>Unit</dt>
          <dd>{unit}</dd>
          <dt>How it is computed</dt>
          <dd>{how}</dd>
        </dl>
      </Popover>
    </DialogTrigger>
  );
}
