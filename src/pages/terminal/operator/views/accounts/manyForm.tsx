import { useState } from "react";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { SendButton } from "../../../parts/sending.tsx";
import { useOperator, useReferencedSend } from "../../desk/useOperator.ts";
import { PickField, TextInput } from "../../parts/fields.tsx";

type Change = "reset" | "fund" | "status" | "message" | "disable";

const CHANGES: readonly (readonly [Change, string])[] = [
  ["reset", "Reset: orders and positions go, balances are the first deposits"],
  ["fund", "Deposit the same amount into each"],
  ["status", "Change what they may do"],
  ["message", "Tell their owners something"],
  ["disable", "Disable every API key of theirs, for good"],
];
const STATUSES = ["normal", "frozen", "restricted"] as const satisfies readonly answers.AccountStatus[];

/** What is done to all selected accounts, or to none. It asks for their number. */
export function ManyForm({
  accounts,
  onDone,
}: {
  readonly accounts: readonly answers.AccountRow[];
  readonly onDone: () => void;
}) {
  const desk = useOperator();
  const once = useReferencedSend();
  const [change, setChange] = useState<Change>("reset");
  const [status, setStatus] = useState<answers.AccountStatus>("frozen");
  const [amount, setAmount] = useState("");
  const [text, setText] = useState("");
  const [typed, setTyped] = useState("");
  const count = String(accounts.length);
  const ids = accounts.map(({ account }) => String(account));
  const send = () =>
    desk.act(`${count} accounts: ${change}`, async () => {
      if (change === "disable") return once.call("POST accounts/many/disable", { accounts: ids });
      if (change === "message")
        return once.call("POST accounts/many/message", { accounts: ids, text: text.trim() });
      return once.call("POST accounts/many/change", {
        change,
        accounts: ids,
        ...(change === "fund" && { amount: amount.trim() }),
        ...(change === "status" && { status }),
      });
    });
  return (
    <div className="op-form">
      <p>{accounts.map(({ name }) => name).join(", ")}</p>
      <PickField label="What is done to them" value={change} options={CHANGES} onChange={setChange} />
      {change === "fund" && (
        <TextInput label="Amount for each, USDT" value={amount} onChange={setAmount} isDecimal />
      )}
      {change === "status" && (
        <PickField
          label="Status"
          value={status}
          options={STATUSES.map((each) => [each, each] as const)}
          onChange={setStatus}
        />
      )}
      {change === "message" && (
        <TextInput label="What they are told, at most 500 characters" value={text} onChange={setText} />
      )}
      <TextInput label={`Type ${count}, their number, to confirm`} value={typed} onChange={setTyped} />
      <SendButton
        label="Do it to all of them"
        tone="short"
        isDisabled={
          typed.trim() !== count ||
          (change === "fund" && amount.trim() === "") ||
          (change === "message" && text.trim() === "")
        }
        send={send}
        onSent={onDone}
      />
    </div>
  );
}
