import { useState } from "react";
import { Button } from "react-aria-components";
import { dateTime } from "../../../format/time.ts";
import { padded } from "../../../parts/list/places.ts";
import { SendButton } from "../../../parts/sending.tsx";
import { hrefOf } from "../../desk/place.ts";
import { useAnswer, useNameOf, useNames, useOperator } from "../../desk/useOperator.ts";
import { amountText } from "../../explain/amount.ts";
import { JournalAmount } from "../../explain/journalAmount.tsx";
import { MEANINGS } from "../../explain/journalAmounts.ts";
import { PickField, TextInput } from "../../parts/fields.tsx";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";

/** Who was brought by whom, and what the agents have to get of the fees; nothing where nobody was. */
export function Referrals() {
  const desk = useOperator();
  const { data = [], failure } = useAnswer("GET referrals", {});
  const nameOf = useNameOf();
  if (data.length === 0) return null;
  return (
    <Section title="Referrals" failure={failure}>
      <Table
        name="Referrals"
        isBare
        rows={data}
        idOf={({ account }) => account}
        empty=""
        columns={[
          {
            title: "User",
            text: ({ name }) => name,
            cell: ({ name }) => <a href={hrefOf("accounts", name)}>{name}</a>,
          },
          { title: "Agent", text: ({ agent }) => nameOf(agent) },
          { title: "Of the fees", isNumber: true, text: ({ rebateRate }) => rebateRate },
          { title: "Since, UTC", text: ({ referredTime }) => dateTime(referredTime) },
          {
            title: "Fees, USDT",
            isNumber: true,
            text: ({ fees }) => fees,
            cell: ({ fees }) => amountText(fees),
          },
          {
            title: "Due, USDT",
            isNumber: true,
            text: ({ due }) => due,
            cell: ({ name, fees, due, rebateRate }, places) => (
              <JournalAmount
                record={name}
                field="due"
                value={padded(due, places)}
                meaning={MEANINGS["rebatePaid"]!["amount"]!}
                terms={{ fees, rebateRate }}
              />
            ),
          },
          {
            title: "Pay",
            text: () => "",
            cell: ({ name, due }) => (
              <Button
                className="button small"
                aria-label={`Pay what is due for ${name}`}
                isDisabled={!/[1-9]/.test(due)}
                onPress={() =>
                  desk.press(`What is due for ${name} is paid`, () =>
                    desk.control.call("POST referrals/pay", { account: name }),
                  )
                }
              >
                Pay
              </Button>
            ),
          },
        ]}
      />
    </Section>
  );
}

/** The agent that ends a referral. */
const NOBODY = "none";

export function AgentForm({ onDone }: { readonly onDone: () => void }) {
  const desk = useOperator();
  const users = useNames("user");
  const [picked, setPicked] = useState("");
  const [agent, setAgent] = useState(NOBODY);
  const [rebateRate, setRebateRate] = useState("0.2");
  const account = picked === "" ? (users[0]?.[0] ?? "") : picked;
  const isOver = agent === NOBODY;
  return (
    <div className="op-form">
      <p>What is due to the agent before is paid first; fees count for the new one from now on.</p>
      <PickField label="User" value={account} options={users} onChange={setPicked} />
      <PickField
        label="Agent"
        value={agent}
        options={[[NOBODY, "nobody (any more)"], ...users]}
        onChange={setAgent}
      />
      {!isOver && (
        <TextInput
          label="The agent's part of the trading fees"
          value={rebateRate}
          onChange={setRebateRate}
          isDecimal
          note="A fraction: 0.2 is 20 %"
        />
      )}
      <SendButton
        label={isOver ? "End it" : "Name the agent"}
        isDisabled={account === ""}
        send={() =>
          desk.act(isOver ? `${account} has no agent` : `${agent} brought ${account}`, () =>
            desk.control.call("POST referrals/set", {
              account,
              agent,
              ...(!isOver && { rebateRate: rebateRate.trim() }),
            }),
          )
        }
        onSent={onDone}
      />
    </div>
  );
}
