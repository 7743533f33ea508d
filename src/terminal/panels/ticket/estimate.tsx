import { useEffect, useState } from "react";
import { isDecimal } from "../../../wire/decimal.ts";
import type { Desk } from "../../desk/desk.ts";
import type { DraftOrder } from "../../desk/draft.ts";
import { useContract, useDesk } from "../../desk/useDesk.ts";
import { big, dressed, fixed } from "../../format/decimal.ts";
import type { Contract } from "../../market/contract.ts";
import { useStore } from "../../state/store.ts";
import { sizeInCoin } from "./size.ts";
import { type Walk, walk } from "./walk.ts";

const EVERY_MS = 250;

/** What is there to trade with, and what the order would meet. */
export function Estimate() {
  const desk = useDesk();
  const contract = useContract();
  const draft = useStore(desk.draft);
  const asset = useStore(desk.account.view, (view) => view?.assets[0]);
  const sides = useWalks(desk, contract, draft);
  const closes = useStore(desk.account.view, (view) => view?.positions);
  const legs = closes?.filter(({ symbol }) => symbol === contract.symbol) ?? [];
  return (
    <dl className="terms">
      <dt>Available</dt>
      <dd>{asset === undefined ? "…" : `${fixed(asset.available, 2)} ${asset.coinName}`}</dd>
      {!draft.opens &&
        legs.map((leg) => (
          <Term key={leg.id} name={`Held ${leg.side === "LONG" ? "long" : "short"}`}>
            {dressed(leg.size)} {contract.coin}
          </Term>
        ))}
      {sides.map(({ name, met }) => (
        <Met key={name} name={name} met={met} contract={contract} isLimit={draft.kind === "limit"} />
      ))}
    </dl>
  );
}

function Met({
  name,
  met,
  contract,
  isLimit,
}: {
  readonly name: string;
  readonly met: Walk;
  readonly contract: Contract;
  readonly isLimit: boolean;
}) {
  const places = contract.grid.priceDecimals;
  return (
    <>
      <Term name={`${name} now at`}>
        {fixed(met.averagePrice, places)}{" "}
        <span className="faint">
          {met.levels} {met.levels === 1 ? "level" : "levels"}
        </span>
      </Term>
      {isLimit && (
        <p className="terms-warn">The limit crosses the book: it takes up to {dressed(met.worstPrice)}.</p>
      )}
      {!isLimit && big(met.rest).gt("0") && (
        <p className="terms-warn">
          The book shown holds {dressed(met.rest)} {contract.coin} less than that.
        </p>
      )}
    </>
  );
}

function Term({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface SideMet {
  readonly name: string;
  readonly met: Walk;
}

/** What buying and selling would meet in the book, looked at a few times a second. */
function useWalks(desk: Desk, contract: Contract, draft: DraftOrder): readonly SideMet[] {
  const [met, setMet] = useState<readonly SideMet[]>([]);
  useEffect(() => {
    const look = () => setMet(walks(desk, contract, draft));
    look();
    const timer = setInterval(look, EVERY_MS);
    return () => clearInterval(timer);
  }, [desk, contract, draft]);
  return met;
}

function walks(desk: Desk, contract: Contract, draft: DraftOrder): readonly SideMet[] {
  const { book } = desk.market.book;
  if (book === undefined || !book.isLive || draft.kind === "trigger" || draft.timeInForce === "postOnly")
    return [];
  const limit = draft.kind === "limit" ? draft.price : undefined;
  if (limit !== undefined && !isDecimal(limit)) return [];
  const size = sizeInCoin(draft, contract, limit ?? desk.market.ticker.value?.lastPrice, undefined);
  if (size === undefined) return [];
  const { grid } = contract;
  const buying = walk(book.asks, size, grid, (price) => limit === undefined || big(price).lte(limit));
  const selling = walk(book.bids, size, grid, (price) => limit === undefined || big(price).gte(limit));
  return [
    ...(buying === undefined ? [] : [{ name: "Buys", met: buying }]),
    ...(selling === undefined ? [] : [{ name: "Sells", met: selling }]),
  ];
}
