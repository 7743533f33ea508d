import { useState } from "react";
import { Button } from "react-aria-components";
import type { control as answers, ControlInput } from "../../../../../interface/client/index.ts";
import { cancelReasons, type directives } from "../../../../../interface/wire/control/words.ts";
import { SendButton } from "../../../parts/sending.tsx";
import { useAnswer, useNameOf, useNames, useOperator } from "../../desk/useOperator.ts";
import { PickField, TextInput } from "../../parts/fields.tsx";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";

type Word = keyof typeof directives;

/** What the venue is to do, and what of it has to be said. */
const KINDS: Readonly<Record<Word, { readonly does: string; readonly takes: readonly (keyof Typed)[] }>> = {
  fill: { does: "the house fills a part, the rest meets nobody", takes: ["symbol", "size", "price"] },
  "never-fill": { does: "it rests where nobody meets it", takes: [] },
  reject: { does: "it is refused with a code and a text", takes: ["code", "text"] },
  delay: { does: "it reaches the book later", takes: ["ms"] },
  cancel: { does: "the venue ends it", takes: ["reason"] },
  trigger: { does: "it triggers now", takes: [] },
  "lose-cancel": { does: "its cancel comes too late", takes: [] },
  "fill-during-cancel": {
    does: "it is filled while it is canceled",
    takes: ["symbol", "size", "ms"],
  },
  "late-presets": { does: "take-profit and stop-loss appear later", takes: ["ms"] },
  release: { does: "what was set aside goes into the book", takes: [] },
};
const WORDS = Object.entries(KINDS).map(([word, { does }]) => [word as Word, `${word}: ${does}`] as const);
const REASONS = Object.keys(cancelReasons).filter(Boolean);

/** What orders were told and have yet to do; told more, and taken back. */
export function Directives() {
  const { data, failure } = useAnswer("GET directives", {});
  const nameOf = useNameOf();
  return (
    <Section title="Directives" failure={failure}>
      <Table
        name="Directives"
        isBare
        rows={data}
        idOf={({ directive, order }) => `${directive} ${order}`}
        empty="No order was told anything."
        columns={[
          { title: "Account", text: ({ account }) => nameOf(account) },
          { title: "What happens", text: ({ what }) => what },
          { title: "To", text: whoseOf },
          { title: "Change", text: () => "", cell: (row) => <DropButton of={row} /> },
        ]}
      />
      <DirectiveForm />
    </Section>
  );
}

function whoseOf({ order, clientId, left }: answers.DirectiveView): string {
  if (order !== undefined) return `order ${order}`;
  return clientId !== undefined
    ? `the order ${clientId}`
    : left === 1
      ? "the next order"
      : `the next ${left}`;
}

function DropButton({ of: { directive } }: { readonly of: answers.DirectiveView }) {
  const desk = useOperator();
  if (directive === undefined) return null;
  return (
    <Button
      className="button small"
      aria-label={`Take directive ${directive} back`}
      onPress={() =>
        desk.press(`Directive ${directive} is taken back`, () =>
          desk.control.call("POST directives/drop", { directive }),
        )
      }
    >
      Take back
    </Button>
  );
}

const NOTHING = {
  ...{ order: "", next: "1", symbol: "", size: "", price: "" },
  ...{ ms: "2000", reason: "", code: "", text: "" },
};
type Typed = typeof NOTHING;

const LABELS: Readonly<Record<keyof Typed, string>> = {
  order: "A live order's id, or its client's (empty: orders to come)",
  next: "How many to come",
  symbol: "Only of the contract (a size needs one)",
  size: "Size (empty: all)",
  price: "At the price (empty: its own)",
  ms: "Milliseconds of market time",
  reason: `Reason: ${REASONS.join(", ")}`,
  code: "Code (empty: that of the market's refusals)",
  text: "Text",
};
const TEXTS: ReadonlySet<keyof Typed> = new Set(["order", "symbol", "reason", "text"]);

function DirectiveForm() {
  const desk = useOperator();
  const names = useNames("user");
  const [picked, setPicked] = useState("");
  const [what, setWhat] = useState<Word>("fill");
  const [typed, setTyped] = useState(NOTHING);
  const account = picked === "" ? (names[0]?.[0] ?? "") : picked;
  const isLive = typed.order.trim() !== "" || what === "release";
  const fields: readonly (keyof Typed)[] = [isLive ? "order" : "next", ...KINDS[what].takes];
  // As it was typed: the venue checks it, and says what is wrong.
  const input = Object.fromEntries(
    fields.map((name) => [name, typed[name].trim()]).filter(([, text]) => text !== ""),
  );
  const field = (name: keyof Typed) => (
    <TextInput
      key={name}
      label={LABELS[name]}
      value={typed[name]}
      onChange={(text) => setTyped({ ...typed, [name]: text })}
      isDecimal={!TEXTS.has(name)}
    />
  );
  return (
    <div className="op-form">
      <PickField label="Whose orders" value={account} options={names} onChange={setPicked} />
      <PickField label="What happens to them" value={what} options={WORDS} onChange={setWhat} />
      <div className="two">
        {field("order")}
        {!isLive && field("next")}
        {KINDS[what].takes.map(field)}
      </div>
      <SendButton
        label="Direct"
        isDisabled={account === ""}
        send={() =>
          desk.act(`${what} for ${account}`, () =>
            desk.control.call("POST directives", {
              ...input,
              ...{ account, what },
            } as unknown as ControlInput<"POST directives">),
          )
        }
        onSent={() => setTyped(NOTHING)}
      />
    </div>
  );
}
