import { useState } from "react";
import type { ControlInput } from "../../../../../interface/client/index.ts";
import { SendButton } from "../../../parts/sending.tsx";
import { useNames, useOperator, useReferencedSend } from "../../desk/useOperator.ts";
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
  const once = useReferencedSend();
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
              ? once.call("POST money/deposit", input)
              : once.call("POST money/withdraw", input),
          )
        }
        onSent={onDone}
      />
    </div>
  );
}

/** The movements, by the venue's names. */
type Movement = ControlInput<"POST money/move">["movement"];
/** The movements that can be announced before they happen. */
type Announced = ControlInput<"POST money/begin">["movement"];

/**
 * Who may be an end of a movement: only the outside world, only trading accounts, any account, or anybody.
 */
type End = "outside" | "trader" | "account" | "anybody";

const MOVEMENTS: Readonly<Record<Movement, { readonly text: string; readonly from: End; readonly to: End }>> =
  {
    transfer: { text: "transfer", from: "trader", to: "trader" },
    deposit: { text: "deposit, from outside", from: "outside", to: "account" },
    withdraw: { text: "withdrawal, to outside", from: "account", to: "outside" },
    gift: { text: "gift", from: "anybody", to: "anybody" },
    "gift-back": { text: "gift taken back", from: "anybody", to: "anybody" },
    "fee-refund": { text: "fee refund", from: "anybody", to: "anybody" },
    "follow-pay": { text: "copy trading: follower pays", from: "anybody", to: "anybody" },
    "follow-back": { text: "copy trading: follower is paid back", from: "anybody", to: "anybody" },
    "trader-income": { text: "copy trading: income of the trader", from: "anybody", to: "anybody" },
    "third-party-share": { text: "copy trading: share of a third party", from: "anybody", to: "anybody" },
  };
const KINDS = Object.entries(MOVEMENTS).map(([kind, { text }]) => [kind as Movement, text] as const);

const ANNOUNCED: Readonly<Record<Announced, true>> = { deposit: true, withdraw: true, transfer: true };

function canBeAnnounced(movement: Movement): movement is Announced {
  return Object.hasOwn(ANNOUNCED, movement);
}

const MOMENTS = [
  ["now", "at once"],
  ["later", "announced: pending until it is settled"],
] as const;

/** Stands for the outside world; control expects that side to be left out. */
const OUTSIDE = "external";

/**
 * Any movement of money between two accounts, or an account and the outside; at once, or announced first
 * where that can be.
 */
export function MovementForm({ onDone }: { readonly onDone: () => void }) {
  const desk = useOperator();
  const [movement, setMovement] = useState<Movement>("transfer");
  const [pickedFrom, setFrom] = useState("");
  const [pickedTo, setTo] = useState("");
  const [typed, setTyped] = useState("");
  const [moment, setMoment] = useState<(typeof MOMENTS)[number][0]>("now");
  const ends = useEnds();
  const sources = ends[MOVEMENTS[movement].from];
  const from = pickOf(sources, pickedFrom);
  const targets = ends[MOVEMENTS[movement].to].filter(([name]) => name !== from);
  const to = pickOf(targets, pickedTo);
  const amount = typed.trim();
  const sides = { amount, ...(from !== OUTSIDE && { from }), ...(to !== OUTSIDE && { to }) };
  const once = useReferencedSend();
  return (
    <div className="op-form">
      <PickField label="What" value={movement} options={KINDS} onChange={setMovement} />
      <PickField label="From" value={from} options={sources} onChange={setFrom} />
      <PickField label="To" value={to} options={targets} onChange={setTo} />
      <TextInput label="Amount, USDT" value={typed} onChange={setTyped} isDecimal />
      {canBeAnnounced(movement) && (
        <PickField label="When" value={moment} options={MOMENTS} onChange={setMoment} />
      )}
      {canBeAnnounced(movement) && moment === "later" ? (
        <SendButton
          label="Announce it"
          isDisabled={amount === ""}
          send={() =>
            desk.act(`${amount} USDT are announced`, () =>
              once.call("POST money/begin", { movement, ...sides }),
            )
          }
          onSent={onDone}
        />
      ) : (
        <SendButton
          label="Move it"
          isDisabled={amount === ""}
          send={() =>
            desk.act(`${amount} USDT are moved`, () => once.call("POST money/move", { movement, ...sides }))
          }
          onSent={onDone}
        />
      )}
    </div>
  );
}

type Options = readonly (readonly [string, string])[];

/** Who may be chosen for each end. */
function useEnds(): Readonly<Record<End, Options>> {
  const outside: Options = [[OUTSIDE, "the outside world"]];
  const trader = useNames("user", "house");
  const account = [...trader, ...useNames("system").filter(([name]) => name !== OUTSIDE)];
  return { outside, trader, account, anybody: [...outside, ...account] };
}

/** The picked value, if it is still offered. */
function pickOf(options: Options, picked: string): string {
  return options.some(([name]) => name === picked) ? picked : (options[0]?.[0] ?? "");
}

/** Starts a user's paper account anew. */
export function PaperForm({ account, onDone }: { readonly account: string; readonly onDone: () => void }) {
  const desk = useOperator();
  const once = useReferencedSend();
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
            once.call("POST accounts/paper", { account, ...(balance !== "" && { balance }) }),
          )
        }
        onSent={onDone}
      />
    </div>
  );
}
