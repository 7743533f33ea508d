import { Button } from "react-aria-components";
import type { LiveOrder } from "../../account/liveOrder.ts";
import { cancel } from "../../desk/trading.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { dressed, fixed } from "../../format/decimal.ts";
import { dateTime } from "../../format/time.ts";
import { useStore } from "../../state/store.ts";
import { MoveOrder } from "./moveOrder.tsx";

/** Orders that rest in the book. */
export function OpenOrders() {
  const desk = useDesk();
  const orders = useStore(desk.account.view, (view) => view?.orders);
  if (orders === undefined) return <p className="wait">Reading the account…</p>;
  const resting = orders.filter(({ trigger }) => trigger === undefined);
  if (resting.length === 0) {
    return <p className="empty">No open order. A limit order that does not fill at once waits here.</p>;
  }
  return (
    <table className="rows">
      <caption className="unseen">Open orders</caption>
      <thead>
        <tr>
          <th scope="col">Time UTC</th>
          <th scope="col">Contract</th>
          <th scope="col">Order</th>
          {["Price", "Size", "Filled"].map((name) => (
            <th scope="col" className="num" key={name}>
              {name}
            </th>
          ))}
          <th scope="col">
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {resting.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  );
}

function OrderRow({ order }: { readonly order: LiveOrder }) {
  const desk = useDesk();
  const contract = desk.contractOf(order.symbol);
  return (
    <tr data-order={order.id}>
      <td className="faint">{dateTime(order.createdMs)}</td>
      <td>{contract?.name ?? order.symbol}</td>
      <td>
        <span className={`pill ${order.side}`}>{order.side === "long" ? "Long" : "Short"}</span>{" "}
        {order.opens ? "Open" : "Close"}
      </td>
      <td className="num">
        {order.price === undefined ? "market" : fixed(order.price, contract?.grid.priceDecimals ?? 2)}
      </td>
      <td className="num">{dressed(order.size)}</td>
      <td className="num">{dressed(order.filled)}</td>
      <td className="num">
        <span className="actions">
          <MoveOrder order={order} contract={contract} />
          <Button className="button small" onPress={() => void cancel(desk, order)}>
            Cancel
          </Button>
        </span>
      </td>
    </tr>
  );
}
