import { useState } from "react";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { SendButton } from "../../../parts/sending.tsx";
import { useOperator } from "../../desk/useOperator.ts";
import { TextInput } from "../../parts/fields.tsx";

/** Another price or size of a resting order, under its id. */
export function AmendForm({
  account,
  of: { order, price: priceNow, size: sizeNow },
  onDone,
}: {
  readonly account: string;
  readonly of: answers.LiveOrder;
  readonly onDone: () => void;
}) {
  const desk = useOperator();
  const [price, setPrice] = useState(priceNow);
  const [size, setSize] = useState(sizeNow);
  const change = {
    ...(price.trim() !== priceNow && { price: price.trim() }),
    ...(size.trim() !== sizeNow && { size: size.trim() }),
  };
  return (
    <div className="op-form">
      <TextInput label="Limit price" value={price} onChange={setPrice} isDecimal />
      <TextInput
        label="Size"
        value={size}
        onChange={setSize}
        isDecimal
        note="Of the whole order, what is filled included. A smaller one alone keeps its place in the queue."
      />
      <SendButton
        label="Amend it"
        isDisabled={Object.keys(change).length === 0}
        send={() =>
          desk.act(`Order ${order} is amended`, () =>
            desk.control.call("POST orders/amend", { account, order: String(order), ...change }),
          )
        }
        onSent={onDone}
      />
    </div>
  );
}
