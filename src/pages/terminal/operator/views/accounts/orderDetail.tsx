import { dateTime } from "../../../format/time.ts";
import { useAnswer } from "../../desk/useOperator.ts";
import { JournalAmount } from "../../explain/journalAmount.tsx";
import { meaningOf } from "../../explain/journalAmounts.ts";

/** Everything that is known of an order, live or ended. */
export function OrderDetail({ account, order }: { readonly account: string; readonly order: string }) {
  const { data, failure } = useAnswer("GET orders/show", { account, order });
  if (data === undefined) return <p className="wait">{failure ?? "Asking…"}</p>;
  const terms = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === "number" && name.endsWith("Time") ? `${dateTime(value)} UTC` : String(value),
    ]),
  );
  return (
    <dl className="op-terms">
      {Object.entries(terms)
        .filter(([, value]) => value !== "")
        .map(([name, value]) => {
          const meaning = meaningOf("orderEnded", name);
          return (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {meaning === undefined ? (
                  value
                ) : (
                  <JournalAmount
                    record={`order ${order}`}
                    field={name}
                    value={value}
                    meaning={meaning}
                    terms={terms}
                  />
                )}
              </dd>
            </div>
          );
        })}
    </dl>
  );
}
