import { useState } from "react";
import { SendButton } from "../../../parts/sending.tsx";
import { usePolled } from "../../desk/polled.ts";
import { useOperator } from "../../desk/useOperator.ts";
import { PickField, TextInput } from "../../parts/fields.tsx";

const ACTIONS = [
  ["open-long", "open long"],
  ["open-short", "open short"],
  ["close-long", "close long"],
  ["close-short", "close short"],
] as const;

/** An order of somebody, as if its owner had placed it. */
export function PlaceForm({ account, onDone }: { readonly account: string; readonly onDone: () => void }) {
  const desk = useOperator();
  const { data: contracts = [] } = usePolled(desk.contracts);
  const symbols = contracts
    .filter(({ status }) => status !== "delisted")
    .map((contract) => [contract.symbol, contract.symbol] as const);
  const [picked, setPicked] = useState("");
  const symbol = picked === "" ? (symbols[0]?.[0] ?? "") : picked;
  const [action, setAction] = useState<(typeof ACTIONS)[number][0]>("open-long");
  const [size, setSize] = useState("");
  const [price, setPrice] = useState("");
  return (
    <div className="op-form">
      <PickField label="Contract" value={symbol} options={symbols} onChange={setPicked} />
      <PickField label="What" value={action} options={ACTIONS} onChange={setAction} />
      <TextInput label="Size" value={size} onChange={setSize} isDecimal />
      <TextInput
        label="Limit price"
        value={price}
        onChange={setPrice}
        isDecimal
        note="Empty: a market order"
      />
      <SendButton
        label="Place it"
        isDisabled={size === ""}
        send={() =>
          desk.act(`An order of ${account} is placed`, () =>
            desk.control.call("POST orders/place", {
              account,
              symbol,
              action,
              size,
              ...(price !== "" && { price }),
            }),
          )
        }
        onSent={onDone}
      />
    </div>
  );
}
