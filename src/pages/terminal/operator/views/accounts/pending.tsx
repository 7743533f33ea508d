import { Button } from "react-aria-components";
import { useAnswer, useNameOf, useOperator } from "../../desk/useOperator.ts";
import { amountText } from "../../explain/amount.ts";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";

/**
 * Deposits, withdrawals and transfers that were announced and wait to be completed; nothing where none does.
 */
export function Pending() {
  const desk = useOperator();
  const { data = [] } = useAnswer("GET money/pending", {});
  const nameOf = useNameOf();
  if (data.length === 0) return null;
  const settle = (movement: number, complete: boolean) =>
    desk.press(`Movement ${movement} is ${complete ? "completed" : "dropped"}`, () =>
      desk.control.call("POST money/settle", { movement, complete }),
    );
  return (
    <Section title="Pending movements">
      <Table
        name="Pending movements"
        isBare
        rows={data}
        idOf={({ movement }) => movement}
        empty=""
        columns={[
          { title: "Movement", isNumber: true, text: ({ movement }) => String(movement) },
          { title: "What", text: ({ kind }) => kind },
          { title: "From", text: ({ from }) => nameOf(from) },
          { title: "To", text: ({ to }) => nameOf(to) },
          {
            title: "Amount, USDT",
            isNumber: true,
            text: ({ amount }) => amount,
            cell: ({ amount }) => amountText(amount),
          },
          {
            title: "Settle",
            text: () => "",
            cell: ({ movement }) => (
              <span className="actions">
                <Button
                  className="button small"
                  aria-label={`Complete movement ${movement}`}
                  onPress={() => settle(movement, true)}
                >
                  Complete
                </Button>
                <Button
                  className="button small"
                  aria-label={`Drop movement ${movement}`}
                  onPress={() => settle(movement, false)}
                >
                  Drop
                </Button>
              </span>
            ),
          },
        ]}
      />
    </Section>
  );
}
