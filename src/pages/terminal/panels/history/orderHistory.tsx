import { type ReactNode, useState } from "react";
import type { v2 } from "../../../../interface/wire/index.ts";
import { actionOf } from "../../account/liveOrder.ts";
import { fillNumbers } from "../../account/rowNumbers.ts";
import type { Desk } from "../../desk/desk.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { big, money, signedMoney, toneOf } from "../../format/decimal.ts";
import { dateTime } from "../../format/time.ts";
import { List } from "../../parts/list/list.tsx";
import { Pages } from "../../parts/list/pages.ts";
import { aligned } from "../../parts/list/places.ts";
import type { ShownColumn } from "../../parts/list/rows.tsx";
import { ExplainRow } from "../explain/explainButton.tsx";

const idOf = (row: v2.Order) => row.order_id;

/** All orders that have ended. */
export function OrderHistory() {
  const desk = useDesk();
  const [pages] = useState(
    () =>
      new Pages<v2.Order>(
        (before) =>
          desk.client.orders.history({
            pageSize: 100,
            ...(before !== undefined && { beforeId: before.order_id }),
          }),
        idOf,
        ({ createTime }) => createTime,
      ),
  );
  return (
    <List
      name="Order history"
      pages={pages}
      columns={columnsOf(desk)}
      idOf={idOf}
      empty="No order has ended yet."
    />
  );
}

function columnsOf(desk: Desk): readonly ShownColumn<v2.Order>[] {
  return [
    { title: "Time UTC", text: (row) => dateTime(Number(row.createTime)) },
    { title: "Contract", text: (row) => desk.contractOf(row.symbol)?.name ?? row.symbol },
    {
      title: "Order",
      text: (row) => row.type.replaceAll("_", " "),
      cell: (row) => <Action type={row.type} />,
    },
    {
      title: "Price",
      isNumber: true,
      text: (row) => row.price,
      cell: (row, places) => (big(row.price).eq("0") ? "market" : aligned(row.price, places)),
    },
    {
      title: "Average",
      isNumber: true,
      text: (row) => row.price_avg,
      cell: (row, places) => (big(row.price_avg).eq("0") ? "–" : aligned(row.price_avg, places)),
    },
    { title: "Size", isQuantity: true, text: (row) => row.size },
    { title: "Filled", isQuantity: true, text: (row) => row.filled_qty },
    {
      title: "Fee",
      isNumber: true,
      text: (row) => row.fee,
      cell: (row) => (
        <OfFills name="Fee" row={row}>
          {money(row.fee)}
        </OfFills>
      ),
    },
    {
      title: "Realised PnL",
      isNumber: true,
      text: (row) => row.totalProfits,
      cell: (row) => (
        <OfFills name="Realised PnL" row={row}>
          <Amount text={row.totalProfits} />
        </OfFills>
      ),
    },
    { title: "Status", text: (row) => row.status },
    {
      title: "Id",
      text: (row) => row.order_id,
      cell: (row) => <code className="faint">{row.order_id}</code>,
    },
  ];
}

/** Fee and realised PnL of an order: the sums over its fills; nothing if it was not filled. */
function OfFills({
  name,
  row,
  children,
}: {
  readonly name: string;
  readonly row: v2.Order;
  readonly children: ReactNode;
}) {
  const { client } = useDesk();
  if (big(row.filled_qty).eq("0")) return "–";
  const numbers = async () => {
    const { list } = await client.orders.fills({ orderId: row.order_id, limit: 100 });
    return list.flatMap(fillNumbers);
  };
  return (
    <ExplainRow name={name} title={`Fills of order ${row.order_id}`} numbers={numbers}>
      {children}
    </ExplainRow>
  );
}

/** What an order does to a position. */
export function Action({ type }: { readonly type: string }) {
  const { opens, side } = actionOf(type);
  const isForced = /liquidat|burst|reduce|deleverag/i.test(type);
  return (
    <>
      <span className={`pill ${side}`}>{side === "long" ? "Long" : "Short"}</span> {opens ? "Open" : "Close"}
      {isForced && <span className="danger"> {type.replaceAll("_", " ")}</span>}
    </>
  );
}

/** A signed amount of money, in the colour of its sign. */
export function Amount({ text }: { readonly text: string }) {
  return <span className={toneOf(text)}>{signedMoney(text)}</span>;
}
