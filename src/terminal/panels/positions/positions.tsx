import "./positions.css";
import { useState } from "react";
import type { v2 } from "../../../wire/index.ts";
import { type LiveOrder, purposeOf } from "../../account/liveOrder.ts";
import { billNumbers, type RowNumber } from "../../account/rowNumbers.ts";
import type { Desk } from "../../desk/desk.ts";
import { reverse, sideOf } from "../../desk/trading.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { big, dressed, fixed, signed, signedPercent, toneOf } from "../../format/decimal.ts";
import type { Contract } from "../../market/contract.ts";
import { DialogButton } from "../../parts/dialog.tsx";
import { ListBar } from "../../parts/list/listBar.tsx";
import { type Column, rowsShown } from "../../parts/list/rowsShown.ts";
import { SendButton } from "../../parts/sending.tsx";
import { numbers, TableHead } from "../../parts/tableHead.tsx";
import { useStore } from "../../state/useStore.ts";
import { ExplainButton, ExplainRow } from "../explain/explainButton.tsx";
import { CloseForm } from "./closeForm.tsx";
import { MarginForm } from "./marginForm.tsx";
import { TpSlForm } from "./tpSlForm.tsx";

const COLUMNS = [
  "Contract",
  ...numbers("Size", "Entry", "Mark", "Liquidation", "Margin", "Unrealised PnL", "Funding"),
  "ADL",
  "TP / SL",
  { unseen: "Actions" },
];

/** What is held: long and short leg of a contract side by side, and their net where there are both. */
export function Positions() {
  const desk = useDesk();
  const view = useStore(desk.account.view);
  const [filter, setFilter] = useState("");
  if (view === undefined) return <p className="wait">Reading the account…</p>;
  const { positions, orders } = view;
  if (positions.length === 0) {
    return <p className="empty">No position. Pick a price in the book, set a size, and open one.</p>;
  }
  const columns = columnsOf(desk);
  const shown = rowsShown(positions, columns, filter, undefined);
  const symbols = [...new Set(shown.map(({ symbol }) => symbol))];
  return (
    <>
      <ListBar name="Positions" filter={filter} onFilter={setFilter} columns={columns} shown={shown} />
      <table className="rows cards positions">
        <caption className="unseen">Positions</caption>
        <TableHead columns={COLUMNS} />
        {symbols.map((symbol) => {
          const legs = shown.filter((position) => position.symbol === symbol);
          return (
            <tbody key={symbol}>
              {legs.map((leg) => (
                <Leg key={leg.id} leg={leg} orders={orders} contract={desk.contractOf(symbol)} />
              ))}
              {legs.length > 1 && <Net legs={legs} contract={desk.contractOf(symbol)} />}
            </tbody>
          );
        })}
      </table>
    </>
  );
}

/** As they are filtered and exported: the venue's own figures. */
function columnsOf(desk: Desk): readonly Column<v2.Position>[] {
  return [
    { title: "Contract", text: ({ symbol }) => desk.contractOf(symbol)?.name ?? symbol },
    { title: "Side", text: sideOf },
    { title: "Margin mode", text: ({ margin_mode }) => margin_mode.toLowerCase() },
    { title: "Leverage", text: ({ leverage }) => leverage },
    { title: "Size", text: ({ size }) => size },
    { title: "Open value", text: ({ open_value }) => open_value },
    { title: "Liquidation", text: ({ liquidatePrice }) => liquidatePrice },
    { title: "Margin", text: ({ marginSize }) => marginSize },
    { title: "Unrealised PnL", text: ({ unrealizePnl }) => unrealizePnl },
    { title: "Funding", text: ({ funding_fee }) => funding_fee },
  ];
}

/** The mark price, as the venue's own figures of the leg tell it: what it was opened for, and what it has gained since. */
function markOf({ side, size, open_value, unrealizePnl }: v2.Position, places: number): string {
  const gained = side === "LONG" ? big(unrealizePnl) : big(unrealizePnl).times("-1");
  return big(open_value).plus(gained).div(big(size)).toFixed(places);
}

function Leg({
  leg,
  orders,
  contract,
}: {
  readonly leg: v2.Position;
  readonly orders: readonly LiveOrder[];
  readonly contract: Contract | undefined;
}) {
  const desk = useDesk();
  const side = sideOf(leg);
  const places = contract?.grid.priceDecimals ?? 2;
  const entry = big(leg.open_value).div(big(leg.size)).toFixed(places);
  const mark = markOf(leg, places);
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
        <b>{name}</b> <span className={`pill ${side}`}>{side === "long" ? "Long" : "Short"}</span>{" "}
        <span className="faint">
          {isIsolated ? "Isolated" : "Cross"} {fixed(leg.leverage, 0)}×
        </span>
      </td>
      <td className="num" data-label="Size">
        {dressed(leg.size)}
      </td>
      <td className="num" data-label="Entry">
        {dressed(entry)}
      </td>
      <td className="num" data-label="Mark">
        {dressed(mark)}
      </td>
      <td className="num" data-label="Liquidation">
        <ExplainButton {...of("liquidationPrice", "Liquidation price")}>
          <Liquidation price={leg.liquidatePrice} mark={mark} places={places} isShared={!isIsolated} />
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
        <TpSl leg={leg} orders={orders} contract={contract} />
      </td>
      <td className="acts">
        <span className="actions">
          <DialogButton label="Close" name={`Close ${side} ${name}`} title={`Close ${side} ${name}`}>
            {(close) => <CloseForm position={leg} contract={contract} onDone={close} />}
          </DialogButton>
          <DialogButton label="Reverse" name={`Reverse ${side} ${name}`} title={`Reverse ${side} ${name}`}>
            {(close) => (
              <>
                <ol className="steps">
                  <li>
                    Close {side} {dressed(leg.size)} at market
                  </li>
                  <li>
                    Open {side === "long" ? "short" : "long"} {dressed(leg.size)} at market
                  </li>
                </ol>
                <p className="note">
                  Two orders, one after the other. If the second is refused, the first stays done.
                </p>
                <SendButton label="Reverse" send={() => reverse(desk, leg)} onSent={close} />
              </>
            )}
          </DialogButton>
          {isIsolated && (
            <DialogButton label="± Margin" name={`Margin of ${side} ${name}`} title="Isolated margin">
              {(close) => <MarginForm position={leg} onDone={close} />}
            </DialogButton>
          )}
        </span>
      </td>
    </tr>
  );
}

/** What a leg has paid and got, and the settlements of its contract since it was opened, in which the other leg may have had its part. */
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
  const distance = big(price).minus(mark).div(mark).toFixed(6);
  return (
    <span
      className="warn"
      title={isShared ? "Cross margin: it belongs to the whole account, at today's other prices" : ""}
    >
      {fixed(price, places)} <span className="share">{signedPercent(distance, 1)}</span>
    </span>
  );
}

/** How near a leg stands to being closed against a bankrupt one: five bars, the more the nearer. */
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
}: {
  readonly legs: readonly v2.Position[];
  readonly contract: Contract | undefined;
}) {
  const size = legs.reduce(
    (sum, leg) => (leg.side === "LONG" ? sum.plus(big(leg.size)) : sum.minus(big(leg.size))),
    big("0"),
  );
  const pnl = legs.reduce((sum, leg) => sum.plus(big(leg.unrealizePnl)), big("0")).toFixed();
  return (
    <tr className="net">
      <td>Net of both</td>
      <td className="num" data-label="Size">
        {signed(size.toFixed(), contract?.grid.sizeDecimals ?? 4)}
      </td>
      <td colSpan={4} />
      <td className={`num ${toneOf(pnl)}`} data-label="Unrealised PnL">
        {signed(pnl, 2)}
      </td>
      <td colSpan={4} />
    </tr>
  );
}

/** The leg's waiting closes, and the way to set them. */
function TpSl({
  leg,
  orders,
  contract,
}: {
  readonly leg: v2.Position;
  readonly orders: readonly LiveOrder[];
  readonly contract: Contract | undefined;
}) {
  const side = sideOf(leg);
  const mark = markOf(leg, 8);
  const waiting = orders.flatMap((order) =>
    order.symbol === leg.symbol && !order.opens && order.side === side && order.trigger !== undefined
      ? [{ order, purpose: purposeOf(order, order.trigger, mark) }]
      : [],
  );
  const find = (purpose: string) => waiting.find((each) => each.purpose === purpose)?.order;
  const takeProfit = find("takeProfit");
  const stopLoss = find("stopLoss");
  const name = contract?.name ?? leg.symbol;
  const places = contract?.grid.priceDecimals ?? 2;
  const priceOf = (order: typeof takeProfit) => (order?.trigger ? fixed(order.trigger.price, places) : "–");
  const shown = `${priceOf(takeProfit)} / ${priceOf(stopLoss)}`;
  return (
    <DialogButton
      className="link"
      label={shown}
      name={`Take profit and stop loss of ${side} ${name}: ${shown}`}
      title="Take profit, stop loss"
    >
      {(close) => (
        <TpSlForm
          position={leg}
          contract={contract}
          takeProfit={takeProfit}
          stopLoss={stopLoss}
          onDone={close}
        />
      )}
    </DialogButton>
  );
}
