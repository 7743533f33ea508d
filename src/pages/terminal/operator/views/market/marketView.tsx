import { useState } from "react";
import { Button } from "react-aria-components";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { withThousands } from "../../../format/decimal.ts";
import { Toggle } from "../../../parts/choice.tsx";
import { DialogButton } from "../../../parts/dialog.tsx";
import { SendButton } from "../../../parts/sending.tsx";
import { usePolled } from "../../desk/polled.ts";
import { useOperator } from "../../desk/useOperator.ts";
import { TextInput } from "../../parts/fields.tsx";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";
import { Sources } from "./sources.tsx";

const GAPS = ["-10%", "-5%", "-1%", "+1%", "+5%", "+10%"] as const;

/**
 * Values of a price's `source` that are not the market's own feed: pushed by an operator, made of the prices
 * that outside sources report, or none.
 */
const BY_HAND: readonly string[] = ["pushed", "sources", "none"];

/** What a participant is, by the name that control gives it: `participants` is the house traders' name. */
const PARTICIPANTS: Readonly<Record<string, string>> = {
  feeds: "Index prices of the market's own feeds",
  participants: "House traders, who quote and take",
  "insurance fund": "The fund's worker, who closes what it took over",
  timeline: "The scenario's timeline",
};

/** What moves the market: participants on and off, index prices set, let gap, or followed again. */
export function MarketView() {
  return (
    <div className="op-stack">
      <Scenario />
      <Participants />
      <Prices />
    </div>
  );
}

function Participants() {
  const desk = useOperator();
  const { data, failure } = usePolled(desk.participants);
  const [alsoOrders, setAlsoOrders] = useState(true);
  const change = (name: string, on: boolean) =>
    desk.press(`${PARTICIPANTS[name] ?? name}: ${on ? "on" : "off"}`, () =>
      desk.control.call("POST participants/switch", {
        name,
        on,
        ...(!on && name === "participants" && alsoOrders && { cancelOrders: true }),
      }),
    );
  return (
    <Section title="Participants" failure={failure}>
      <div className="op-small">
        <Table
          name="Participants"
          isBare
          rows={data}
          idOf={({ name }) => name}
          empty="Nothing moves this market by itself."
          columns={[
            { title: "Who", text: ({ name }) => PARTICIPANTS[name] ?? name },
            {
              title: "Acts every",
              isNumber: true,
              text: ({ everyMs }) => (everyMs === 0 ? "" : `${everyMs / 1_000} s`),
            },
            {
              title: "State",
              text: ({ on }) => (on ? "on" : "off"),
              cell: ({ name, on }) => (
                <Toggle isSelected={on} onChange={(isOn) => void change(name, isOn)}>
                  <span className="unseen">{PARTICIPANTS[name] ?? name}: </span>
                  {on ? "on" : "off"}
                </Toggle>
              ),
            },
          ]}
        />
      </div>
      <div className="op-pad">
        <Toggle isSelected={alsoOrders} onChange={setAlsoOrders}>
          When house traders are switched off, cancel what they have in the book
        </Toggle>
      </div>
    </Section>
  );
}

function Prices() {
  const desk = useOperator();
  const { data, failure } = usePolled(desk.prices);
  return (
    <Section title="Index prices" failure={failure}>
      <Table
        name="Index prices"
        rows={data}
        idOf={({ symbol }) => symbol}
        empty="No contract is listed."
        columns={[
          { title: "Contract", text: ({ symbol }) => symbol },
          { title: "Index", isQuantity: true, text: ({ index }) => index },
          { title: "Mark", isQuantity: true, text: ({ mark }) => mark },
          {
            title: "Fed by",
            text: ({ source }) => source,
            cell: (row) => <Source of={row} />,
          },
          {
            title: "Change",
            text: () => "",
            cell: (row) => (
              <span className="actions">
                <DialogButton
                  label="Set…"
                  name={`Set the index of ${row.symbol}`}
                  title={`Index of ${row.symbol}`}
                >
                  {(close) => <PriceForm of={row} onDone={close} />}
                </DialogButton>
                <DialogButton label="Gap…" name={`Let ${row.symbol} gap`} title={`Let ${row.symbol} gap`}>
                  {(close) => <GapForm of={row} onDone={close} />}
                </DialogButton>
                <DialogButton
                  label="Sources…"
                  name={`Sources of ${row.symbol}`}
                  title={`Where the price of ${row.symbol} comes from`}
                >
                  {() => <Sources symbol={row.symbol} />}
                </DialogButton>
                <Button
                  className="button small"
                  isDisabled={!BY_HAND.includes(row.source)}
                  aria-label={`Follow feed, ${row.symbol}`}
                  onPress={() =>
                    desk.press(`${row.symbol} follows its feed again`, () =>
                      desk.control.call("POST prices/follow", { symbol: row.symbol }),
                    )
                  }
                >
                  Follow feed
                </Button>
              </span>
            ),
          },
        ]}
      />
    </Section>
  );
}

function Source({ of: { source, sources } }: { readonly of: answers.PriceView }) {
  const live = sources.filter((each) => each.live).length;
  return (
    <span className={source === "pushed" || source === "none" ? "warn" : ""}>
      {source}
      {sources.length > 0 && `, ${live} of ${sources.length} live`}
    </span>
  );
}

/** Moves the index at once by a percentage of its present value. */
function GapForm({ of, onDone }: { readonly of: answers.PriceView; readonly onDone: () => void }) {
  const [move, setMove] = useState<string>(GAPS[0]);
  return (
    <div className="op-form">
      <p className="note">
        The index is {withThousands(of.index)}. It moves at once, and so do the triggers and liquidations that
        this leads to. From then on the price stands still until it is set again or follows its feed.
      </p>
      <div className="neighbours">
        {GAPS.map((each) => (
          <Button key={each} className="button small" onPress={() => setMove(each)}>
            {each.replace("-", "−").replace("%", " %")}
          </Button>
        ))}
      </div>
      <TextInput label="Move in percent" value={move} onChange={setMove} />
      <MoveButton of={of} price={/%$/.test(move.trim()) ? move.trim() : `${move.trim()}%`} onDone={onDone} />
    </div>
  );
}

function PriceForm({ of, onDone }: { readonly of: answers.PriceView; readonly onDone: () => void }) {
  const [price, setPrice] = useState(of.index);
  return (
    <div className="op-form">
      <TextInput label="Index price" value={price} onChange={setPrice} isDecimal />
      <MoveButton of={of} price={price.trim()} onDone={onDone} />
    </div>
  );
}

/** Moves a contract's index: a refusal is shown in the form. */
function MoveButton({
  of: { symbol },
  price,
  onDone,
}: {
  readonly of: answers.PriceView;
  readonly price: string;
  readonly onDone: () => void;
}) {
  const desk = useOperator();
  return (
    <SendButton
      label={`Move ${symbol}`}
      send={() =>
        desk.act(`${symbol}: ${price.replace("-", "−")}`, () =>
          desk.control.call("POST prices/push", { prices: { [symbol]: price } }),
        )
      }
      onSent={onDone}
    />
  );
}

const WRONG: readonly string[] = ["refused", "broken"];

/** What the scenario makes happen and expects; nothing where there is none. */
function Scenario() {
  const { data, failure } = usePolled(useOperator().scenario);
  if (failure === undefined && (data === undefined || data.moments.length === 0)) return null;
  return (
    <Section title="Scenario" failure={failure}>
      <p className="op-pad">{data?.about}</p>
      <Table
        name="Scenario"
        rows={data?.moments.map((moment, nth) => ({ ...moment, nth }))}
        idOf={({ nth }) => String(nth)}
        empty="Nothing happens."
        columns={[
          {
            title: "Market time",
            text: ({ time }) => new Date(time).toISOString().slice(0, 19).replace("T", " "),
          },
          { title: "What", text: ({ what }) => what },
          {
            title: "State",
            text: ({ state }) => state,
            cell: ({ state }) => <span className={WRONG.includes(state) ? "warn" : ""}>{state}</span>,
          },
          { title: "Note", text: ({ note }) => note ?? "" },
        ]}
      />
    </Section>
  );
}
