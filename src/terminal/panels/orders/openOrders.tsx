import { Button } from "react-aria-components";
import type { LiveOrder } from "../../account/liveOrder.ts";
import type { Desk } from "../../desk/desk.ts";
import { amend, cancel } from "../../desk/trading.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { fixed } from "../../format/decimal.ts";
import { dateTime } from "../../format/time.ts";
import { EditCell } from "../../parts/editCell.tsx";
import { LiveList } from "../../parts/list/liveList.tsx";
import type { Column } from "../../parts/list/rowsShown.ts";
import { useStore } from "../../state/useStore.ts";
import { MoveOrder, nameOf } from "./moveOrder.tsx";

const idOf = ({ id }: LiveOrder) => id;

function columnsOf(desk: Desk): readonly Column<LiveOrder>[] {
  return [
    { title: "Time UTC", text: ({ createdMs }) => dateTime(createdMs) },
    { title: "Contract", text: ({ symbol }) => desk.contractOf(symbol)?.name ?? symbol },
    { title: "Order", text: ({ opens, side }) => `${opens ? "open" : "close"} ${side}` },
    { title: "Price", isNumber: true, text: ({ price }) => price ?? "market" },
    { title: "Size", isNumber: true, text: ({ size }) => size },
    { title: "Filled", isNumber: true, text: ({ filled }) => filled },
  ];
}

/** Orders that rest in the book; price and size are changed where they stand. */
export function OpenOrders() {
  const desk = useDesk();
  const orders = useStore(desk.account.view, (view) => view?.orders);
  if (orders === undefined) return <p className="wait">Reading the account…</p>;
  const resting = orders.filter(({ trigger }) => trigger === undefined);
  if (resting.length === 0) {
    return <p className="empty">No open order. A limit order that does not fill at once waits here.</p>;
  }
  return (
    <LiveList
      name="Open orders"
      rows={resting}
      columns={columnsOf(desk)}
      idOf={idOf}
      row={(order) => <OrderRow order={order} />}
    />
  );
}

function OrderRow({ order }: { readonly order: LiveOrder }) {
  const desk = useDesk();
  const contract = desk.contractOf(order.symbol);
  const sizePlaces = contract?.grid.sizeDecimals ?? 4;
  const name = nameOf(order, contract);
  return (
    <tr data-order={order.id}>
      <td className="faint">{dateTime(order.createdMs)}</td>
      <td>{contract?.name ?? order.symbol}</td>
      <td>
        <span className={`pill ${order.side}`}>{order.side === "long" ? "Long" : "Short"}</span>{" "}
        {order.opens ? "Open" : "Close"}
      </td>
      <td className="num" data-label="Price">
        {order.price === undefined ? (
          "market"
        ) : (
          <EditCell
            name={`Price of ${name}`}
            value={order.price}
            step={contract?.tick ?? "0.01"}
            send={(price) => amend(desk, order, { price })}
          >
            {fixed(order.price, contract?.grid.priceDecimals ?? 2)}
          </EditCell>
        )}
      </td>
      <td className="num" data-label="Size">
        <EditCell
          name={`Size of ${name}`}
          value={order.size}
          step={contract?.lot ?? "0.0001"}
          send={(size) => amend(desk, order, { size })}
        >
          {fixed(order.size, sizePlaces)}
        </EditCell>
      </td>
      <td className="num" data-label="Filled">
        {fixed(order.filled, sizePlaces)}
      </td>
      <td className="num acts">
        <span className="actions">
          <MoveOrder order={order} contract={contract} />
          <Button
            className="button small"
            aria-label={`Cancel ${name}`}
            onPress={() => void cancel(desk, order)}
          >
            Cancel
          </Button>
        </span>
      </td>
    </tr>
  );
}
