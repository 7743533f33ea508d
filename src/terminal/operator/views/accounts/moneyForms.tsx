import { useState } from "react";
import type { ControlInput } from "../../../../client/index.ts";
import { SendButton } from "../../../parts/sending.tsx";
import { useNames } from "../../desk/useNames.ts";
import { useOperator } from "../../desk/useOperator.ts";
import { PickField, TextInput } from "../../parts/fields.tsx";

/** Money into an account from outside, or out of it, at once. */
export function AmountForm({
  account,
  way,
  onDone,
}: {
  readonly account: string;
  readonly way: "Deposit" | "Withdraw";
  readonly onDone: () => void;
}) {
  const desk = useOperator();
  const [typed, setTyped] = useState("");
  const amount = typed.trim();
  const input = { account, amount };
  return (
    <div className="op-form">
      <TextInput label="Amount, USDT" value={typed} onChange={setTyped} isDecimal />
      <SendButton
        label={way}
        isDisabled={amount === ""}
        send={() =>
          desk.act(`${way}: ${amount} USDT, ${account}`, () =>
            way === "Deposit"
              ? desk.control.call("POST money/deposit", input)
              : desk.control.call("POST money/withdraw", input),
          )
        }
        onSent={onDone}
      />
    </div>
  );
}

const MOVEMENTS = [
  ["transfer", "transfer"],
  ["deposit", "deposit, from outside"],
  ["withdraw", "withdrawal, to outside"],
  ["gift", "gift"],
  ["gift-back", "gift taken back"],
  ["fee-refund", "fee refund"],
  ["follow-pay", "copy trading: follower pays"],
  ["follow-back", "copy trading: follower is paid back"],
  ["trader-income", "copy trading: income of the trader"],
  ["third-party-share", "copy trading: share of a third party"],
] as const;

const MOMENTS = [
  ["now", "at once"],
  ["later", "announced: pending until it is settled"],
] as const;

/** The side that no account is. */
const OUTSIDE = ["", "the outside world"] as const;

/** Any movement of money between two accounts, or an account and the outside; at once, or announced first. */
export function MovementForm({ onDone }: { readonly onDone: () => void }) {
  const desk = useOperator();
  const sides = [OUTSIDE, ...useNames("user", "house", "system")];
  const [movement, setMovement] = useState<(typeof MOVEMENTS)[number][0]>("transfer");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [typed, setTyped] = useState("");
  const [moment, setMoment] = useState<(typeof MOMENTS)[number][0]>("now");
  const amount = typed.trim();
  const input: ControlInput<"POST money/move"> = {
    movement,
    amount,
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
  };
  /** Only some kinds can be announced; the venue says which. */
  const announced = input as ControlInput<"POST money/begin">;
  return (
    <div className="op-form">
      <PickField label="What" value={movement} options={MOVEMENTS} onChange={setMovement} />
      <PickField label="From" value={from} options={sides} onChange={setFrom} />
      <PickField label="To" value={to} options={sides} onChange={setTo} />
      <TextInput label="Amount, USDT" value={typed} onChange={setTyped} isDecimal />
      <PickField label="When" value={moment} options={MOMENTS} onChange={setMoment} />
      <SendButton
        label={moment === "now" ? "Move it" : "Announce it"}
        isDisabled={amount === ""}
        send={() =>
          moment === "now"
            ? desk.act(`${amount} USDT are moved`, () => desk.control.call("POST money/move", input))
            : desk.act(`${amount} USDT are announced`, () => desk.control.call("POST money/begin", announced))
        }
        onSent={onDone}
      />
    </div>
  );
}

/** The paper account of a user, begun anew. */
export function PaperForm({ account, onDone }: { readonly account: string; readonly onDone: () => void }) {
  const desk = useOperator();
  const [typed, setTyped] = useState("");
  const balance = typed.trim();
  return (
    <div className="op-form">
      <p>
        Orders and positions of its paper account end, and it begins again with this much simulated money;
        where there is none yet it is opened.
      </p>
      <TextInput label="Simulated USDT" value={typed} onChange={setTyped} isDecimal note="Empty: 100 000" />
      <SendButton
        label="Begin anew on paper"
        send={() =>
          desk.act(`${account} begins anew on paper`, () =>
            desk.control.call("POST accounts/paper", { account, ...(balance !== "" && { balance }) }),
          )
        }
        onSent={onDone}
      />
    </div>
  );
}
