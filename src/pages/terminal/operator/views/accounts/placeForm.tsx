import { useState } from "react";
import type { ControlInput } from "../../../../../interface/client/index.ts";
import { SendButton } from "../../../parts/sending.tsx";
import { useOperator, useReferencedSend, useSymbols } from "../../desk/useOperator.ts";
import { PickField, TextInput } from "../../parts/fields.tsx";

const ACTIONS = [
  ["open-long", "open long"],
  ["open-short", "open short"],
  ["close-long", "close long"],
  ["close-short", "close short"],
  ["buy", "buy, in one-way mode"],
  ["sell", "sell, in one-way mode"],
] as const;

const TIMES_IN_FORCE = [
  ["gtc", "until it is canceled"],
  ["post-only", "post only"],
  ["fok", "all of it at once, or nothing"],
  ["ioc", "what trades at once"],
] as const;

const WATCHED = [
  ["last", "last price"],
  ["mark", "mark price"],
] as const;

/** Prices that may be left out. */
const OPTIONAL = [
  ["triggerPrice", "Trigger price", "Empty: it enters the book at once"],
  ["takeProfit", "Take profit at", "Of what it opens; empty: none"],
  ["stopLoss", "Stop loss at", "Of what it opens; empty: none"],
] as const;

/** An order of somebody, as if its owner had placed it. */
export function PlaceForm({ account, onDone }: { readonly account: string; readonly onDone: () => void }) {
  const desk = useOperator();
  const once = useReferencedSend();
  const symbols = useSymbols();
  const [picked, setPicked] = useState("");
  const symbol = picked === "" ? (symbols[0]?.[0] ?? "") : picked;
  const [action, setAction] = useState<(typeof ACTIONS)[number][0]>("open-long");
  const [timeInForce, setTimeInForce] = useState<(typeof TIMES_IN_FORCE)[number][0]>("gtc");
  const [triggerOn, setTriggerOn] = useState<(typeof WATCHED)[number][0]>("last");
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const write = (field: string) => (text: string) => setTyped({ ...typed, [field]: text });
  const textOf = (field: string) => typed[field]?.trim() ?? "";
  const price = textOf("price");
  const isPlan = textOf("triggerPrice") !== "";
  const given = OPTIONAL.flatMap(([field]) =>
    textOf(field) === "" ? [] : [[field, textOf(field)] as const],
  );
  const input: ControlInput<"POST orders/place"> = {
    account,
    symbol,
    action,
    size: textOf("size"),
    ...(price !== "" && { price, timeInForce }),
    ...Object.fromEntries(given),
    ...(isPlan && { triggerOn }),
  };
  return (
    <div className="op-form">
      <PickField label="Contract" value={symbol} options={symbols} onChange={setPicked} />
      <PickField label="What" value={action} options={ACTIONS} onChange={setAction} />
      <TextInput label="Size" value={typed["size"] ?? ""} onChange={write("size")} isDecimal />
      <TextInput
        label="Limit price"
        value={typed["price"] ?? ""}
        onChange={write("price")}
        isDecimal
        note="Empty: a market order"
      />
      {price !== "" && (
        <PickField label="Holds" value={timeInForce} options={TIMES_IN_FORCE} onChange={setTimeInForce} />
      )}
      {OPTIONAL.map(([field, label, note]) => (
        <TextInput
          key={field}
          label={label}
          value={typed[field] ?? ""}
          onChange={write(field)}
          isDecimal
          note={note}
        />
      ))}
      {isPlan && (
        <PickField label="It watches the" value={triggerOn} options={WATCHED} onChange={setTriggerOn} />
      )}
      <SendButton
        label="Place it"
        isDisabled={input.size === ""}
        send={() => desk.act(`An order of ${account} is placed`, () => once.call("POST orders/place", input))}
        onSent={onDone}
      />
    </div>
  );
}
