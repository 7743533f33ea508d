import { useState } from "react";
import { Button } from "react-aria-components";
import type { control as answers, ControlInput } from "../../../../../interface/client/index.ts";
import type { FaultKind, FaultKindName } from "../../../../../interface/wire/control/faultKinds.ts";
import { faultKinds } from "../../../../../interface/wire/control/faultKinds.ts";
import { SendButton } from "../../../parts/sending.tsx";
import { useAnswer, useOperator } from "../../desk/useOperator.ts";
import { PickField, TextInput } from "../../parts/fields.tsx";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";

const KINDS = Object.entries(faultKinds).map(
  ([name, { does }]) => [name as FaultKindName, `${name}: ${does}`] as const,
);

const WHEN = [
  ["every", "Each n-th"],
  ["nth", "The n-th alone"],
  ["probability", "With a probability"],
] as const;

/** What is made to go wrong between clients and the venue: set, counted, removed. */
export function Faults() {
  const { data, failure } = useAnswer("GET faults", {});
  return (
    <Section title="Faults" failure={failure}>
      <Table
        name="Faults"
        isBare
        rows={data}
        idOf={({ fault }) => fault}
        empty="Nothing is made to go wrong."
        toneOf={({ over }) => (over ? "muted" : "")}
        columns={[
          { title: "No.", isNumber: true, text: ({ fault }) => String(fault) },
          { title: "What goes wrong", text: ({ what, over }) => (over ? `${what} (over)` : what) },
          {
            title: "Struck",
            isNumber: true,
            text: ({ injected, met }) => `${injected} of ${met}`,
          },
          { title: "Change", text: () => "", cell: (row) => <RemoveButton of={row} /> },
        ]}
      />
      <FaultForm />
    </Section>
  );
}

function RemoveButton({ of: { fault } }: { readonly of: answers.FaultView }) {
  const desk = useOperator();
  return (
    <Button
      className="button small"
      aria-label={`Remove fault ${fault}`}
      onPress={() =>
        desk.press(`Fault ${fault} is removed`, () => desk.control.call("POST faults/remove", { fault }))
      }
    >
      Remove
    </Button>
  );
}

const NOTHING = {
  ...{ route: "", channel: "", account: "", number: "1", seed: "1", count: "" },
  ...{ ms: "", status: "", bytes: "", retryAfter: "" },
};
type Typed = typeof NOTHING;

function FaultForm() {
  const desk = useOperator();
  const [kind, setKind] = useState<FaultKindName>("rate-limited");
  const [when, setWhen] = useState<(typeof WHEN)[number][0]>("every");
  const [typed, setTyped] = useState(NOTHING);
  const { to, ms, statuses, takes = [] }: FaultKind = faultKinds[kind];
  const field = (name: keyof Typed, label: string, isDecimal = true) => (
    <TextInput
      label={label}
      value={typed[name]}
      onChange={(text) => setTyped({ ...typed, [name]: text })}
      isDecimal={isDecimal}
    />
  );
  /** A field that the kind takes, where something was typed. */
  const given = (name: keyof Typed, isTaken = true) =>
    isTaken && typed[name].trim() !== "" ? typed[name].trim() : undefined;
  const all = {
    kind,
    routes: listOf(given("route", to.includes("requests"))),
    channels: listOf(given("channel", to.includes("pushes"))),
    accounts: listOf(given("account")),
    [when]: given("number"),
    seed: given("seed", when === "probability"),
    count: given("count", when !== "nth"),
    ms: given("ms", ms !== undefined),
    status: given("status", statuses !== undefined),
    bytes: given("bytes", takes.includes("bytes")),
    retryAfter: given("retryAfter", takes.includes("retryAfter")),
  };
  // As it was typed: the venue checks it, and says what is wrong.
  const fields = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as unknown as ControlInput<"POST faults/add">;
  return (
    <div className="op-form">
      <PickField label="What goes wrong" value={kind} options={KINDS} onChange={setKind} />
      <div className="two">
        {to.includes("requests") && field("route", "Requests, such as orders.* (empty: all)", false)}
        {to.includes("pushes") && field("channel", "Channels, such as depth* (empty: all)", false)}
        {field("account", "Account (empty: everybody)", false)}
      </div>
      <div className="two">
        <PickField label="When" value={when} options={WHEN} onChange={setWhen} />
        {field("number", when === "probability" ? "Probability, such as 0.1" : "n")}
        {when === "probability" && field("seed", "Drawn by seed")}
        {when !== "nth" && field("count", "At most so many (empty: no limit)")}
      </div>
      <div className="two">
        {ms !== undefined && field("ms", `Milliseconds, ${ms.min} to ${ms.max}`)}
        {statuses !== undefined && field("status", `Status: ${statuses.join(", ")}`)}
        {takes.includes("bytes") && field("bytes", "Bytes that come (empty: half)")}
        {takes.includes("retryAfter") && field("retryAfter", "Retry-After, seconds (empty: 1)")}
      </div>
      <p className="note">
        It acts from the next request and push on, until it is removed, the market starts over or the venue
        stops.
      </p>
      <SendButton
        label="Set the fault"
        send={() => desk.act(`${kind} is set`, () => desk.control.call("POST faults/add", fields))}
        onSent={() => setTyped(NOTHING)}
      />
    </div>
  );
}

/** What was typed as a list, parted by commas. */
function listOf(text: string | undefined): readonly string[] | undefined {
  return text?.split(",").map((each) => each.trim());
}
