import { useState } from "react";
import { isDecimal } from "../../../wire/decimal.ts";
import type { LiveOrder } from "../../account/liveOrder.ts";
import { move } from "../../desk/trading.ts";
import { useDesk } from "../../desk/useDesk.ts";
import type { Contract } from "../../market/contract.ts";
import { DecimalField } from "../../parts/decimalField.tsx";
import { DialogButton } from "../../parts/dialog.tsx";
import { SendButton } from "../../parts/sending.tsx";

/** Moves an order to another price by number: the same as dragging its line. */
export function MoveOrder({
  order,
  contract,
}: {
  readonly order: LiveOrder;
  readonly contract: Contract | undefined;
}) {
  return (
    <DialogButton label="Edit" title="Move the order">
      {(close) => <MoveForm order={order} contract={contract} onDone={close} />}
    </DialogButton>
  );
}

function MoveForm({
  order,
  contract,
  onDone,
}: {
  readonly order: LiveOrder;
  readonly contract: Contract | undefined;
  readonly onDone: () => void;
}) {
  const desk = useDesk();
  const before = order.trigger?.price ?? order.price ?? "";
  const [price, setPrice] = useState(before);
  const keepsId = order.trigger !== undefined && !order.opens;
  return (
    <>
      <DecimalField
        label={order.trigger === undefined ? "Price" : "Trigger price"}
        value={price}
        step={contract?.tick ?? "0.01"}
        onChange={setPrice}
      />
      <p className="note">
        {keepsId
          ? "The order stays the same, with its id."
          : "The order is cancelled and placed anew: it loses its place in the queue."}
      </p>
      <SendButton
        label="Move"
        isDisabled={!isDecimal(price) || price === before}
        send={() => move(desk, order, price)}
        onSent={onDone}
      />
    </>
  );
}
