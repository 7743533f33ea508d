import "./positions.css";
import { useRef, useState } from "react";
import type { v2 } from "../../../../interface/wire/index.ts";
import { exitsOf, isLeftOver, type LiveOrder, purposeOf, sideOf } from "../../account/liveOrder.ts";
import { billNumbers, type RowNumber } from "../../account/rowNumbers.ts";
import type { Desk } from "../../desk/desk.ts";
import { cancelSome, closeAll, reverse } from "../../desk/trading.ts";
import { useDesk, useIsOneWay } from "../../desk/useDesk.ts";
import { big, fixed, signed, signedPercent, toneOf, withThousands } from "../../format/decimal.ts";
import type { Contract } from "../../market/contract.ts";
import { DialogButton } from "../../parts/dialog.tsx";
import { ListBar } from "../../parts/list/listBar.tsx";
import { aligned, type PlacesOf, placesByTitle } from "../../parts/list/places.ts";
import { Heads } from "../../parts/list/rows.tsx";
import { type Arranged, arrange, type Column, type Order, rowsShown } from "../../parts/list/rowsShown.ts";
import { QuestionButton, SendButton } from "../../parts/sending.tsx";
import { useStore } from "../../state/useStore.ts";
import { ExplainButton, ExplainRow } from "../explain/explainButton.tsx";
import { CloseForm, LeftTriggers } from "./closeForm.tsx";
import { breakEvenOf, entryOf, markOf } from "./legNumbers.ts";
import { MarginForm } from "./marginForm.tsx";
import { TpSlForm } from "./tpSlForm.tsx";

/** The positions: long and short leg of a contract side by side, and their net if there are both. */
export function Positions() {
  const desk = useDesk();
  const view = useStore(desk.account.view);
  const adl = useStore(desk.explanations.shown, (shown) => shown?.adl);
  const [filter, setFilter] = useState("");
  const [order, setOrder] = useState<Order>();
  const body = useRef<HTMLTableElement>(null);
  const arranged = useRef<Arranged>(undefined);
  if (view === undefined) return <p className="wait">Reading the account…</p>;
  const { positions, orders } = view;
  if (positions.length === 0) {
    return <p className="empty">No position. Pick a price in the book, set a size, and open one.</p>;
  }
  const columns = columnsOf(desk, orders, adl);
  const sorted = rowsShown(positions, columns, filter, order);
  // Figures that change every second must not move a row away from under a pointer or the keys.
  const isHeld = body.current?.querySelector("tbody:is(:hover, :focus-within)") != null;
  arranged.current = arrange(arranged.current, order, sorted.map(idOf), isHeld);
  const { ids } = arranged.current;
  const shown =
    order === undefined ? sorted : sorted.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const places = placesByTitle(columns, shown);
  const symbols = [...new Set(shown.map(({ symbol }) => symbol))];
  const leg = (each: v2.Position) => (
    <Leg key={each.id} leg={each} orders={orders} contract={desk.contractOf(each.symbol)} places={places} />
  );
  const legsOf = (symbol: string) => shown.filter((position) => position.symbol === symbol);
  const net = (symbol: string) =>
    legsOf(symbol).length > 1 && (
      <Net key={symbol} legs={legsOf(symbol)} contract={desk.contractOf(symbol)} places={places("Size")} />
    );
  return (
    <>
      <ListBar name="Positions" filter={filter} onFilter={setFilter} columns={columns} shown={shown}>
        <QuestionButton
          label="Close all"
          question={`Close all ${positions.length} positions at market, of every contract?`}
          send={() => closeAll(desk)}
        />
      </ListBar>
      <table className="rows cards positions" ref={body}>
        <caption className="unseen">Positions</caption>
        <thead>
          <tr>
            <Heads columns={columns} order={order} onOrder={setOrder} />
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        {order === undefined ? (
          // The legs of a contract together, with their sums.
          symbols.map((symbol) => (
            <tbody key={symbol}>
              {legsOf(symbol).map(leg)}
              {net(symbol)}
            </tbody>
          ))
        ) : (
          <>
            <tbody>{shown.map(leg)}</tbody>
            <tbody>{symbols.map(net)}</tbody>
          </>
        )}
      </table>
    </>
  );
}

const idOf = ({ id }: v2.Position) => id;

/** The columns of the list as they are shown, sorted, filtered and exported: the venue's own figures. */
function columnsOf(
  desk: Desk,
  orders: readonly LiveOrder[],
  adl: v2.Explanation["adl"] | undefined,
): readonly Column<v2.Position>[] {
  const placesOf = ({ symbol }: v2.Position) => desk.contractOf(symbol)?.grid.priceDecimals ?? 2;
  const tpSl = (leg: v2.Position) => {
    const { takeProfit, stopLoss } = tpSlOf(leg, orders);
    return [takeProfit, stopLoss].map((order) => order?.trigger?.price ?? "–");
  };
  return [
    { title: "Contract", text: ({ symbol }) => desk.contractOf(symbol)?.name ?? symbol },
    { title: "Side", isUnseen: true, text: sideOf },
    { title: "Margin mode", isUnseen: true, text: ({ margin_mode }) => margin_mode.toLowerCase() },
    { title: "Leverage", isUnseen: true, text: ({ leverage }) => leverage },
    { title: "Size", isNumber: true, text: ({ size }) => size },
    { title: "Open value", isUnseen: true, text: ({ open_value }) => open_value },
    { title: "Entry", isNumber: true, text: (leg) => entryOf(leg, placesOf(leg)) },
    { title: "Break-even", isUnseen: true, text: (leg) => breakEvenOf(leg, placesOf(leg)) },
    { title: "Mark", isNumber: true, text: (leg) => markOf(leg, placesOf(leg)) },
    { title: "Liquidation", isNumber: true, text: ({ liquidatePrice }) => liquidatePrice },
    { title: "Margin", isNumber: true, text: ({ marginSize }) => marginSize },
    { title: "Unrealised PnL", isNumber: true, text: ({ unrealizePnl }) => unrealizePnl },
    { title: "Funding", isNumber: true, text: ({ funding_fee }) => funding_fee },
    { title: "ADL", text: ({ id }) => String(adl?.find(({ position }) => position === id)?.light ?? "") },
    { title: "TP / SL", text: (leg) => tpSl(leg).join(" / "), numbers: tpSl, placesMin: placesOf },
  ];
}

function Leg({
  leg,
  orders,
  contract,
  places,
}: {
  readonly leg: v2.Position;
  readonly orders: readonly LiveOrder[];
  readonly contract: Contract | undefined;
  readonly places: PlacesOf;
}) {
  const desk = useDesk();
  const side = sideOf(leg);
  const pricePlaces = contract?.grid.priceDecimals ?? 2;
  const entry = entryOf(leg, pricePlaces);
  const mark = markOf(leg, pricePlaces);
  const isIsolated = leg.margin_mode === "ISOLATED";
  const name = contract?.name ?? leg.symbol;
  const of = (number: string, title: string) => ({
    number,
    name: `${title} of ${side} ${name}`,
    entry: isIsolated ? leg.id : 0,
    symbol: leg.symbol,
  });
  return (
    <tr data-position={leg.id}>
      <td>
        <b className="contract-name">{name}</b>{" "}
        <span className={`pill ${side}`}>{side === "long" ? "Long" : "Short"}</span>{" "}
        <span className="faint">
          {isIsolated ? "Isolated" : "Cross"} {fixed(leg.leverage, 0)}×
        </span>
      </td>
      <td className="num" data-label="Size">
        {aligned(leg.size, places("Size"))}
      </td>
      <td className="num" data-label="Entry">
        {aligned(entry, places("Entry"))}
      </td>
      <td className="num" data-label="Mark">
        {aligned(mark, places("Mark"))}
      </td>
      <td className="num" data-label="Liquidation">
        <ExplainButton {...of("liquidationPrice", "Liquidation price")}>
          <Liquidation
            price={leg.liquidatePrice}
            mark={mark}
            places={places("Liquidation")}
            isShared={!isIsolated}
          />
        </ExplainButton>
      </td>
      <td className="num" data-label="Margin">
        <ExplainButton {...of("requirement", "Margin")}>{fixed(leg.marginSize, 2)}</ExplainButton>
      </td>
      <td className={`num ${toneOf(leg.unrealizePnl)}`} data-label="Unrealised PnL">
        <ExplainButton {...of("equity", "Unrealised PnL")}>{signed(leg.unrealizePnl, 2)}</ExplainButton>
        {big(leg.marginSize).gt("0") && (
          <span className="share">
            {signedPercent(big(leg.unrealizePnl).div(leg.marginSize).toFixed(8), 1)}
          </span>
        )}
      </td>
      <td className={`num ${toneOf(leg.funding_fee)}`} data-label="Funding">
        <ExplainRow
          name={`Funding of ${side} ${name}`}
          title={`Funding of ${side} ${name}`}
          numbers={() => fundingNumbers(desk, leg)}
        >
          {signed(leg.funding_fee, 2)}
        </ExplainRow>
      </td>
      <td data-label="ADL">
        <AdlLight position={leg.id} />
      </td>
      <td data-label="TP / SL">
        <TpSl leg={leg} orders={orders} contract={contract} places={places("TP / SL")} />
      </td>
      <td className="acts">
        <span className="actions">
          <DialogButton label="Close" name={`Close ${side} ${name}`} title={`Close ${side} ${name}`}>
            {(close) => <CloseForm position={leg} contract={contract} onDone={close} />}
          </DialogButton>
          <DialogButton label="Reverse" name={`Reverse ${side} ${name}`} title={`Reverse ${side} ${name}`}>
            {(close) => <ReverseForm leg={leg} orders={orders} onDone={close} />}
          </DialogButton>
          {isIsolated && (
            <DialogButton label="± Margin" name={`Margin of ${side} ${name}`} title="Isolated margin">
              {(close) => <MarginForm position={leg} contract={contract} onDone={close} />}
            </DialogButton>
          )}
        </span>
      </td>
    </tr>
  );
}

function ReverseForm({
  leg,
  orders,
  onDone,
}: {
  readonly leg: v2.Position;
  readonly orders: readonly LiveOrder[];
  readonly onDone: () => void;
}) {
  const desk = useDesk();
  const isOneWay = useIsOneWay();
  const [cancels, setCancels] = useState(true);
  const side = sideOf(leg);
  const left = exitsOf(leg, orders);
  return (
    <SendButton
      label="Reverse"
      send={async () => (await reverse(desk, leg)) ?? (cancels ? await cancelSome(desk, left) : undefined)}
      onSent={onDone}
    >
      {isOneWay ? (
        <p className="note">
          {side === "long" ? "Sell" : "Buy"} {withThousands(big(leg.size).times("2").toFixed())} at market:
          one order closes the position and opens as much on the other side. Where it may not open, the close
          stays done.
        </p>
      ) : (
        <>
          <ol className="steps">
            <li>
              Close {side} {withThousands(leg.size)} at market
            </li>
            <li>
              Open {side === "long" ? "short" : "long"} {withThousands(leg.size)} at market
            </li>
          </ol>
          <p className="note">
            Two orders, one after the other. If the second is refused, the first stays done.
          </p>
        </>
      )}
      <LeftTriggers count={left.length} isCancelled={cancels} onChange={setCancels} />
    </SendButton>
  );
}

/**
 * The leg's funding so far, and its contract's settlements since it was opened, which may include the other
 * leg's part.
 */
async function fundingNumbers({ client }: Desk, leg: v2.Position): Promise<readonly RowNumber[]> {
  const { symbol } = leg;
  const [{ items }, rates] = await Promise.all([
    client.account.bills({
      symbol,
      businessType: "position_funding",
      startTime: Number(leg.created_time),
      limit: 100,
    }),
    client.market.fundingRates({ symbol, limit: 100 }),
  ]);
  const formula = "Σ of its settlements: size · mark · rate; longs pay a positive rate, shorts get it";
  return [
    { name: "funding", value: leg.funding_fee, formula, terms: { settlements: String(items.length) } },
    ...items.flatMap((bill) => {
      const rate = rates.find(({ fundingTime }) => fundingTime === Number(bill.cTime))?.fundingRate;
      return billNumbers(bill, rate).slice(0, 1);
    }),
  ];
}

/** A liquidation price further away than the price itself is not shown as a distance. */
const FAR = "1";

function Liquidation({
  price,
  mark,
  places,
  isShared,
}: {
  readonly price: string;
  readonly mark: string;
  readonly places: number;
  readonly isShared: boolean;
}) {
  if (big(price).lte("0")) return <span className="faint">none</span>;
  const distance = big(price).minus(mark).div(mark);
  const isFar = distance.abs().gte(FAR);
  return (
    <span
      className={isFar ? "" : "warn"}
      title={isShared ? "Cross margin: it belongs to the whole account, at today's other prices" : ""}
    >
      {aligned(price, places)}{" "}
      {!isFar && <span className="share">{signedPercent(distance.toFixed(6), 1)}</span>}
    </span>
  );
}

/** The place in the queue of auto-deleveraging: five bars, more of them the nearer. */
function AdlLight({ position }: { readonly position: number }) {
  const { explanations } = useDesk();
  const adl = useStore(explanations.shown, (shown) => shown?.adl);
  const own = adl?.find((each) => each.position === position);
  if (own === undefined) return <span className="faint">…</span>;
  return (
    <span
      className={`adl light-${own.light}`}
      role="img"
      aria-label={`ADL light ${own.light} of 5`}
      title={`Light ${own.light} of 5: if a bankrupt position finds no taker, legs of light 5 are closed first${own.rank === null ? "" : `; rank ${own.rank}`}`}
    >
      {[1, 2, 3, 4, 5].map((bar) => (
        <i key={bar} className={bar <= own.light ? "on" : ""} />
      ))}
    </span>
  );
}

function Net({
  legs,
  contract,
  places,
}: {
  readonly legs: readonly v2.Position[];
  readonly contract: Contract | undefined;
  /** Decimals of a size. */
  readonly places: number;
}) {
  const size = legs.reduce(
    (sum, leg) => (leg.side === "LONG" ? sum.plus(big(leg.size)) : sum.minus(big(leg.size))),
    big("0"),
  );
  const pnl = legs.reduce((sum, leg) => sum.plus(big(leg.unrealizePnl)), big("0")).toFixed();
  const name = contract?.name ?? "";
  return (
    <tr className="net">
      <td>Net of both {name}</td>
      <td className="num" data-label="Size">
        {signed(size.toFixed(), places)}
      </td>
      <td colSpan={4} />
      <td className={`num ${toneOf(pnl)}`} data-label="Unrealised PnL">
        <ExplainRow
          name={`Net of both ${name}`}
          title={`Net of both ${name}`}
          numbers={() => netNumbers(legs, pnl)}
        >
          {signed(pnl, 2)}
        </ExplainRow>
      </td>
      <td colSpan={4} />
    </tr>
  );
}

function netNumbers(legs: readonly v2.Position[], value: string): readonly RowNumber[] {
  const terms = Object.fromEntries(legs.map((leg) => [sideOf(leg), leg.unrealizePnl]));
  return [{ name: "unrealizedPnl", value, formula: "unrealised PnL of the long + that of the short", terms }];
}

/** The take-profit and the stop-loss that are the leg's own: what is left over of a former one is not. */
function tpSlOf(leg: v2.Position, orders: readonly LiveOrder[]) {
  const mark = markOf(leg, 8);
  const own = exitsOf(leg, orders).filter((order) => !isLeftOver(order, [leg]));
  const find = (purpose: string) =>
    own.find((order) => order.trigger !== undefined && purposeOf(order, order.trigger, mark) === purpose);
  return { takeProfit: find("takeProfit"), stopLoss: find("stopLoss") };
}

/** Shows the take-profit and stop-loss, and opens the form that sets them. */
function TpSl({
  leg,
  orders,
  contract,
  places,
}: {
  readonly leg: v2.Position;
  readonly orders: readonly LiveOrder[];
  readonly contract: Contract | undefined;
  readonly places: number;
}) {
  const side = sideOf(leg);
  const { takeProfit, stopLoss } = tpSlOf(leg, orders);
  const name = contract?.name ?? leg.symbol;
  const priceOf = (order: typeof takeProfit) => (order?.trigger ? aligned(order.trigger.price, places) : "–");
  const shown = `${priceOf(takeProfit)} / ${priceOf(stopLoss)}`;
  return (
    <DialogButton
      className="link"
      label={shown}
      name={`Take profit and stop loss of ${side} ${name}: ${shown}`}
      title="Take profit, stop loss"
    >
      {() => <TpSlForm position={leg} contract={contract} takeProfit={takeProfit} stopLoss={stopLoss} />}
    </DialogButton>
  );
}
