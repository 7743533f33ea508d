import { type ReactNode, useContext } from "react";
import { Button } from "react-aria-components";
import { buys, capital, deedOf, type LiveOrder, wholeDeedOf } from "../../account/liveOrder.ts";
import type { Desk } from "../../desk/desk.ts";
import { isOneWay } from "../../desk/orderRequest.ts";
import { amend, cancel } from "../../desk/trading.ts";
import { useDesk, useIsOneWay } from "../../desk/useDesk.ts";
import { dateTime } from "../../format/time.ts";
import { EditCell } from "../../parts/editCell.tsx";
import { aligned } from "../../parts/list/places.ts";
import type { Column } from "../../parts/list/rowsShown.ts";
import { Connected } from "../../parts/sending.tsx";
import { MoveOrder, nameOf } from "./moveOrder.tsx";

/** The first columns of a list of live orders. */
export function orderColumns(desk: Desk): readonly Column<LiveOrder>[] {
  return [
    { title: "Time UTC", text: ({ createdMs }) => dateTime(createdMs) },
    { title: "Contract", text: ({ symbol }) => desk.contractOf(symbol)?.name ?? symbol },
    { title: "Order", text: (order) => wholeDeedOf(order, isOneWay(desk)) },
  ];
}

/** How many decimals the grid of a row's contract has, for prices and for sizes. */
export function gridPlaces(desk: Desk) {
  return {
    price: ({ symbol }: { readonly symbol: string }) => desk.contractOf(symbol)?.grid.priceDecimals ?? 0,
    size: ({ symbol }: { readonly symbol: string }) => desk.contractOf(symbol)?.grid.sizeDecimals ?? 0,
  };
}

/**
 * A live order in its list: the cells of {@link orderColumns}, then the list's own, then what can be done
 * with it.
 */
export function OrderRow({
  order,
  purpose,
  isLeft = false,
  children,
}: {
  readonly order: LiveOrder;
  /** Purpose of a waiting order: "Take profit". */
  readonly purpose?: string;
  /** Whether the position that it was placed for has ended. */
  readonly isLeft?: boolean;
  readonly children: ReactNode;
}) {
  const desk = useDesk();
  const isNet = useIsOneWay();
  const contract = desk.contractOf(order.symbol);
  return (
    <tr data-order={order.id}>
      <td className="faint">{dateTime(order.createdMs)}</td>
      <td>{contract?.name ?? order.symbol}</td>
      <td>
        {isNet ? (
          <>
            <span className={`pill ${buys(order) ? "long" : "short"}`}>{capital(deedOf(order, true))}</span>
            {!order.opens && " Reduce only"}
          </>
        ) : (
          <>
            <span className={`pill ${order.side}`}>{capital(order.side)}</span>{" "}
            {order.opens ? "Open" : "Close"}
          </>
        )}
        {purpose !== undefined && <span className="muted"> {purpose}</span>}
        {isLeft && (
          <span
            className="pill left"
            title="Its position has ended. It waits on, and closes what stands on this side when its price comes."
          >
            left over
          </span>
        )}
      </td>
      {children}
      <td className="num acts">
        <span className="actions">
          <MoveOrder order={order} contract={contract} />
          <Button
            className="button small"
            aria-label={`Cancel ${nameOf(desk, order)}`}
            isDisabled={!useContext(Connected)}
            onPress={() => void cancel(desk, order)}
          >
            Cancel
          </Button>
        </span>
      </td>
    </tr>
  );
}

/** The price of an order, changed where it stands. @param otherwise shown for an order that has none */
export function PriceCell({
  order,
  places,
  otherwise,
}: {
  readonly order: LiveOrder;
  readonly places: number;
  readonly otherwise: string;
}) {
  const desk = useDesk();
  const contract = desk.contractOf(order.symbol);
  if (order.price === undefined) return otherwise;
  return (
    <EditCell
      name={`Price of ${nameOf(desk, order)}`}
      value={order.price}
      step={contract?.tick ?? "0.01"}
      send={(price) => amend(desk, order, { price })}
    >
      {aligned(order.price, places)}
    </EditCell>
  );
}

/** The size of an order, changed where it stands. */
export function SizeCell({ order, children }: { readonly order: LiveOrder; readonly children: ReactNode }) {
  const desk = useDesk();
  const contract = desk.contractOf(order.symbol);
  return (
    <EditCell
      name={`Size of ${nameOf(desk, order)}`}
      value={order.size}
      step={contract?.lot ?? "0.0001"}
      send={(size) => amend(desk, order, { size })}
    >
      {children}
    </EditCell>
  );
}
