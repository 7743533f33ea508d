import type { LiveOrder } from "../../account/liveOrder.ts";
import type { Desk } from "../../desk/desk.ts";
import { cancelAll } from "../../desk/trading.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { LiveList } from "../../parts/list/liveList.tsx";
import { aligned, type PlacesOf } from "../../parts/list/places.ts";
import type { Column } from "../../parts/list/rowsShown.ts";
import { QuestionButton } from "../../parts/sending.tsx";
import { useStore } from "../../state/useStore.ts";
import { gridPlaces, OrderRow, orderColumns, PriceCell, SizeCell } from "./orderRow.tsx";

const idOf = ({ id }: LiveOrder) => id;

function columnsOf(desk: Desk): readonly Column<LiveOrder>[] {
  const { price: pricePlaces, size: sizePlaces } = gridPlaces(desk);
  return [
    ...orderColumns(desk),
    { title: "Price", isNumber: true, placesMin: pricePlaces, text: ({ price }) => price ?? "market" },
    { title: "Size", isNumber: true, placesMin: sizePlaces, text: ({ size }) => size },
    { title: "Filled", isNumber: true, placesMin: sizePlaces, text: ({ filled }) => filled },
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
      row={(order, places) => <OpenOrder order={order} places={places} />}
    >
      <QuestionButton
        label="Cancel all"
        question={`Cancel all ${resting.length} open orders, of every contract?`}
        send={() => cancelAll(desk, "normal")}
      />
    </LiveList>
  );
}

function OpenOrder({ order, places }: { readonly order: LiveOrder; readonly places: PlacesOf }) {
  return (
    <OrderRow order={order}>
      <td className="num" data-label="Price">
        <PriceCell order={order} places={places("Price")} otherwise="market" />
      </td>
      <td className="num" data-label="Size">
        <SizeCell order={order}>{aligned(order.size, places("Size"))}</SizeCell>
      </td>
      <td className="num" data-label="Filled">
        {aligned(order.filled, places("Filled"))}
      </td>
    </OrderRow>
  );
}
