import { useState } from "react";
import { isDecimal } from "../../../wire/decimal.ts";
import type { LiveOrder } from "../../account/liveOrder.ts";
import { amend, fateOf, move } from "../../desk/trading.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { big } from "../../format/decimal.ts";
import type { Contract } from "../../market/contract.ts";
import { DecimalField } from "../../parts/decimalField.tsx";
import { DialogButton } from "../../parts/dialog.tsx";
import { SendButton } from "../../parts/sending.tsx";

/** Changes an order by number: the same as dragging its line, and its size. */
export function MoveOrder({
  order,
  contract,
}: {
  readonly order: LiveOrder;
  readonly contract: Contract | undefined;
}) {
  return (
    <DialogButton label="Edit" title={order.trigger === undefined ? "Amend the order" : "Move the order"}>
      {(close) =>
        order.trigger === undefined ? (
          <AmendForm order={order} contract={contract} onDone={close} />
        ) : (
          <MoveForm order={order} contract={contract} onDone={close} />
        )
      }
    </DialogButton>
  );
}

interface FormProperties {
  readonly order: LiveOrder;
  readonly contract: Contract | undefined;
  readonly onDone: () => void;
}

/** Price and size of an order that rests. */
function AmendForm({ order, contract, onDone }: FormProperties) {
  const desk = useDesk();
  const [price, setPrice] = useState(order.price ?? "");
  const [size, setSize] = useState(order.size);
  const isWhole = isDecimal(price) && isDecimal(size);
  const isSame = isWhole && big(price).eq(order.price ?? "0") && big(size).eq(order.size);
  return (
    <>
      <DecimalField label="Price" value={price} step={contract?.tick ?? "0.01"} onChange={setPrice} />
      <DecimalField
        label="Size, what is filled included"
        value={size}
        step={contract?.lot ?? "0.0001"}
        onChange={setSize}
      />
      <p className="note">
        {isWhole && !isSame ? fateOf(order, { price, size }) : "The order keeps its id."}
      </p>
      <SendButton
        label="Amend"
        isDisabled={!isWhole || isSame}
        send={() => amend(desk, order, { price, size })}
        onSent={onDone}
      />
    </>
  );
}

/** The trigger price of one that waits. */
function MoveForm({ order, contract, onDone }: FormProperties) {
  const desk = useDesk();
  const before = order.trigger?.price ?? "";
  const [price, setPrice] = useState(before);
  return (
    <>
      <DecimalField label="Trigger price" value={price} step={contract?.tick ?? "0.01"} onChange={setPrice} />
      <p className="note">{fateOf(order, { price })}</p>
      <SendButton
        label="Move"
        isDisabled={!isDecimal(price) || price === before}
        send={() => move(desk, order, price)}
        onSent={onDone}
      />
    </>
  );
}
