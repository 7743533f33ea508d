import { useState } from "react";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { withThousands } from "../../../format/decimal.ts";
import { dateTime } from "../../../format/time.ts";
import { SendButton } from "../../../parts/sending.tsx";
import { usePolled } from "../../desk/polled.ts";
import { useOperator } from "../../desk/useOperator.ts";
import { TextInput } from "../../parts/fields.tsx";
import { Table } from "../../parts/table.tsx";

/** The reports of outside sources and the mark's rule; and a form to report a source's price. */
export function Sources({ symbol }: { readonly symbol: string }) {
  const { data = [] } = usePolled(useOperator().prices);
  const row = data.find((each) => each.symbol === symbol);
  if (row === undefined) return <p className="wait">Asking…</p>;
  const { sources, markRule } = row;
  return (
    <div className="op-explained">
      <p>
        The index is {withThousands(row.index)}
        {sources.some(({ live }) => live)
          ? ", made of the live sources below, by their weights, without outliers."
          : `: ${row.source === "none" ? "nothing feeds it" : `fed by ${row.source}`}.`}
      </p>
      <p>
        The mark is {withThousands(row.mark)}: the index and its {markRule.method.replaceAll("-", " ")}, at
        most {markRule.boundRate} of the index away.
      </p>
      <Table
        name={`Sources of ${symbol}`}
        isBare
        rows={sources}
        idOf={({ source }) => source}
        empty="No outside source has reported."
        columns={[
          { title: "Source", isNumber: true, text: ({ source }) => String(source) },
          { title: "Price", isQuantity: true, text: ({ price }) => price },
          { title: "Weight", isNumber: true, text: ({ weight }) => String(weight) },
          { title: "Said at, UTC", text: ({ time }) => dateTime(time) },
          {
            title: "Counts",
            text: ({ live }) => (live ? "yes" : "no"),
            cell: ({ live }) => <span className={live ? "" : "warn"}>{live ? "yes" : "no more"}</span>,
          },
        ]}
      />
      <ReportForm of={row} />
    </div>
  );
}

function ReportForm({ of: { symbol, index } }: { readonly of: answers.PriceView }) {
  const desk = useOperator();
  const [source, setSource] = useState("1");
  const [price, setPrice] = useState(index);
  const [weight, setWeight] = useState("1");
  return (
    <div className="op-form">
      <h3>Report a price</h3>
      <p className="note">
        As programs do for several sources. From then on nothing else feeds the contract; a source that is
        silent stops counting.
      </p>
      <div className="two">
        <TextInput label="Source, a number" value={source} onChange={setSource} isDecimal />
        <TextInput label="Weight" value={weight} onChange={setWeight} isDecimal />
      </div>
      <TextInput label="Price" value={price} onChange={setPrice} isDecimal />
      <SendButton
        label="Report it"
        isDisabled={price.trim() === ""}
        send={() =>
          desk.act(`Source ${source} says ${price} of ${symbol}`, () =>
            desk.control.call("POST prices/report", {
              prices: [{ symbol, price: price.trim(), source: source.trim(), weight: weight.trim() }],
            }),
          )
        }
        onSent={() => undefined}
      />
    </div>
  );
}
