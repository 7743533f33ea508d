import { useState } from "react";
import { DialogButton } from "../../../parts/dialog.tsx";
import { SendButton } from "../../../parts/sending.tsx";
import { useStore } from "../../../state/useStore.ts";
import { hrefOf } from "../../desk/place.ts";
import { usePolled } from "../../desk/polled.ts";
import { useOperator } from "../../desk/useOperator.ts";
import { TextInput } from "../../parts/fields.tsx";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";
import { ContractDetail } from "./contractDetail.tsx";

/** The contracts; one of them opened. */
export function ContractsView() {
  const desk = useOperator();
  const { of } = useStore(desk.place);
  const { data: contracts, failure } = usePolled(desk.contracts);
  // A symbol can be listed again once its contract is delisted: the newest contract of the symbol is opened.
  const opened = contracts?.findLast(({ symbol }) => symbol === of);
  return (
    <div className="op-stack">
      <Section
        title="Contracts"
        failure={failure}
        aside={
          <DialogButton label="List…" title="List a contract">
            {(close) => <ListForm onDone={close} />}
          </DialogButton>
        }
      >
        <Table
          name="Contracts"
          rows={contracts}
          idOf={({ contract }) => contract}
          empty="No contract is listed."
          toneOf={({ symbol }) => (symbol === of ? "chosen" : "")}
          columns={[
            {
              title: "Symbol",
              text: ({ symbol }) => symbol,
              cell: ({ symbol }) => <a href={hrefOf("contracts", symbol)}>{symbol}</a>,
            },
            {
              title: "Status",
              text: ({ status }) => status,
              cell: ({ status }) => <span className={status === "trading" ? "" : "warn"}>{status}</span>,
            },
            { title: "Index", isQuantity: true, text: ({ index }) => index },
            { title: "Mark", isQuantity: true, text: ({ mark }) => mark },
            { title: "Last", isQuantity: true, text: ({ last }) => last },
            { title: "Bid", isQuantity: true, text: ({ bestBid }) => bestBid },
            { title: "Ask", isQuantity: true, text: ({ bestAsk }) => bestAsk },
            { title: "Open interest", isQuantity: true, text: ({ openInterest }) => openInterest },
            { title: "Leverage to", isNumber: true, text: ({ leverageMax }) => leverageMax },
          ]}
        />
      </Section>
      {opened !== undefined && <ContractDetail key={opened.contract} contract={opened} />}
      {contracts !== undefined && opened === undefined && (
        <p className="empty">Open a contract by its symbol to change it.</p>
      )}
    </div>
  );
}

function ListForm({ onDone }: { readonly onDone: () => void }) {
  const desk = useOperator();
  const [symbol, setSymbol] = useState("cmt_usdt");
  const [priceDecimals, setPriceDecimals] = useState("2");
  const [sizeDecimals, setSizeDecimals] = useState("2");
  const [first, setFirst] = useState("");
  return (
    <div className="op-form">
      <TextInput label="Symbol" value={symbol} onChange={setSymbol} note="cmt_<coin>usdt, in small letters" />
      <TextInput
        label="Decimals of a price"
        value={priceDecimals}
        onChange={setPriceDecimals}
        isDecimal
        note="They never change."
      />
      <TextInput label="Decimals of a size" value={sizeDecimals} onChange={setSizeDecimals} isDecimal />
      <TextInput label="First index price (optional)" value={first} onChange={setFirst} isDecimal />
      <SendButton
        label="List it"
        send={() =>
          desk.act(`${symbol} is listed`, () =>
            desk.control.call("POST contracts/add", {
              symbol,
              priceDecimals,
              sizeDecimals,
              ...(first !== "" && { price: first }),
            }),
          )
        }
        onSent={() => {
          desk.place.go("contracts", symbol);
          onDone();
        }}
      />
    </div>
  );
}
