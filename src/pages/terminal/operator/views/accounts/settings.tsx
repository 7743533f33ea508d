import { useState } from "react";
import type { control as answers, ControlInput } from "../../../../../interface/client/index.ts";
import { SendButton } from "../../../parts/sending.tsx";
import { useOperator } from "../../desk/useOperator.ts";
import { PickField, TextInput } from "../../parts/fields.tsx";
import { Section } from "../../parts/section.tsx";

type Input = ControlInput<"POST accounts/settings">;
type Prevention = NonNullable<Input["selfTradePrevention"]>;

const PREVENTIONS: readonly (readonly [Prevention, string])[] = [
  ["expire-maker", "the resting one ends"],
  ["expire-taker", "the arriving one ends"],
  ["expire-both", "both end"],
  ["decrement", "the smaller ends, the other shrinks"],
  ["none", "they trade"],
];

type PositionMode = NonNullable<Input["positionMode"]>;

const POSITION_MODES: readonly (readonly [PositionMode, string])[] = [
  ["hedge", "a leg each way"],
  ["one-way", "one net position a contract"],
];

const NUMBERS = [
  ["orderRateLimitPerMinute", "Orders a minute (0: no own limit)"],
  ["orderDelayMs", "Delay of a new order, ms"],
  ["cancelDelayMs", "Delay of a cancel, ms"],
] as const;

const FEES = [
  ["takerFeeRate", "Own taker fee"],
  ["makerFeeRate", "Own maker fee"],
] as const;

/** What holds for the account alone: delays, own limit, self-trade prevention, position mode, fees. */
export function Settings({ account }: { readonly account: answers.AccountView }) {
  const desk = useOperator();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [picked, setPicked] = useState(account.selfTradePrevention);
  const prevention = PREVENTIONS.find(([word]) => word === picked)?.[0];
  const [pickedMode, setPickedMode] = useState(account.positionMode);
  const positionMode = POSITION_MODES.find(([word]) => word === pickedMode)?.[0];
  const { name } = account;
  const write = (field: string) => (value: string) => setTyped({ ...typed, [field]: value });
  const numbers = NUMBERS.flatMap(([field]) => {
    const text = typed[field]?.trim();
    return text === undefined || text === String(account[field]) ? [] : [[field, text] as const];
  });
  const fees = FEES.flatMap(([field]) => {
    const text = typed[field]?.trim();
    return text === undefined || text === "" ? [] : [[field, text] as const];
  });
  const change: Omit<Input, "account"> = {
    ...Object.fromEntries([...numbers, ...fees]),
    ...(prevention !== undefined &&
      prevention !== account.selfTradePrevention && { selfTradePrevention: prevention }),
    ...(positionMode !== undefined && positionMode !== account.positionMode && { positionMode }),
  };
  return (
    <Section title="Settings">
      <div className="op-form op-flow">
        <PickField<string>
          label="Own orders that meet"
          value={picked}
          options={PREVENTIONS}
          onChange={setPicked}
        />
        <PickField<string>
          label="Positions, changed with none and no orders"
          value={pickedMode}
          options={POSITION_MODES}
          onChange={setPickedMode}
        />
        {NUMBERS.map(([field, label]) => (
          <TextInput
            key={field}
            label={label}
            value={typed[field] ?? String(account[field])}
            onChange={write(field)}
            isDecimal
          />
        ))}
        {FEES.map(([field, label]) => (
          <TextInput
            key={field}
            label={label}
            value={typed[field] ?? ""}
            onChange={write(field)}
            note="A fraction, both of them; none: the contract's"
          />
        ))}
        <SendButton
          label="Change the settings"
          isDisabled={Object.keys(change).length === 0}
          send={() =>
            desk.act(`Settings of ${name} are changed`, () =>
              desk.control.call("POST accounts/settings", { account: name, ...change }),
            )
          }
          onSent={() => setTyped({})}
        />
      </div>
    </Section>
  );
}
