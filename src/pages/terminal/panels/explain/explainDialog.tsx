import "./explain.css";
import { type ReactNode, useEffect, useState } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import type { v2 } from "../../../../interface/wire/index.ts";
import type { RowNumber } from "../../account/rowNumbers.ts";
import type { Explaining } from "../../desk/desk.ts";
import { useDesk } from "../../desk/useDesk.ts";
import { signed, withThousands } from "../../format/decimal.ts";
import { sentenceOf } from "../../format/failure.ts";
import { whereRestWent } from "../../format/liquidation.ts";
import { dateTime } from "../../format/time.ts";
import { DialogBody } from "../../parts/dialog.tsx";
import { alignerOf } from "../../parts/list/places.ts";
import { numbers, TableHead } from "../../parts/tableHead.tsx";
import { useStore } from "../../state/useStore.ts";
import { ENTRY_NUMBERS, termName, titleOf } from "./names.ts";

/**
 * Where a number of the account comes from, or how its last liquidation went, in the venue's own formulas and
 * rows.
 */
export function ExplainDialog({ isOpen }: { readonly isOpen: boolean }) {
  const { explaining } = useDesk();
  const what = useStore(explaining);
  return (
    <ModalOverlay
      className="veil"
      isDismissable
      isOpen={isOpen}
      onOpenChange={(opens) => {
        if (!opens) explaining.set(undefined);
      }}
    >
      <Modal className="modal wide">
        <Dialog className="dialog">
          <DialogBody
            title={what === undefined ? "" : titleOfDialog(what)}
            onClose={() => explaining.set(undefined)}
          >
            {what?.type === "liquidation" && <Liquidation />}
            {what?.type === "account" && <AccountNumber what={what} />}
            {what?.type === "row" && <Row what={what} />}
          </DialogBody>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function titleOfDialog(what: Explaining): string {
  if (what.type === "liquidation") return "The last liquidation";
  return what.type === "row" ? what.title : titleOf(what.number);
}

type Explained = v2.Explanation["entries"][number]["numbers"][number];

function AccountNumber({ what }: { readonly what: Extract<Explaining, { type: "account" }> }) {
  const desk = useDesk();
  const { explanations } = desk;
  const explanation = useStore(explanations.shown);
  const failure = useStore(explanations.failure);
  const [isFresh, setFresh] = useState(false);
  useEffect(() => {
    void explanations.read().then(() => setFresh(true));
  }, [explanations]);
  if (failure !== undefined) return <p className="refusal">{failure}</p>;
  if (!isFresh || explanation === undefined) return <p className="wait">Asking the venue…</p>;
  const entry = explanation.entries.find(({ position }) => position === what.entry) ?? explanation.entries[0];
  if (entry === undefined) return <p className="empty">The account has no money.</p>;
  const of = entry.symbols.filter(({ symbol }) => what.symbol === undefined || symbol === what.symbol);
  const own = entry.numbers.filter(({ name }) => ENTRY_NUMBERS.includes(name));
  const inContract = of.flatMap(({ symbol, numbers: rows }) =>
    rows.map((row) => ({ row, of: desk.contractOf(symbol)?.name ?? symbol })),
  );
  const all = [...own.map((row) => ({ row, of: undefined })), ...inContract];
  const asked = all.filter(({ row }) => row.name === what.number);
  const others = all.filter(({ row }) => row.name !== what.number);
  return (
    <div className="explanation">
      <p className="faint">As of {dateTime(explanation.time)} UTC, at the marks of that instant.</p>
      {asked.map(({ row, of: where }) => (
        <Formula key={`${row.name} ${where}`} row={row} of={where} isFirst />
      ))}
      <Positions entry={entry} />
      {others.length > 0 && (
        <details open={asked.length === 0}>
          <summary>Every other number of {entry.position === 0 ? "the account" : "the position"}</summary>
          {others.map(({ row, of: where }) => (
            <Formula key={`${row.name} ${where}`} row={row} of={where} />
          ))}
        </details>
      )}
    </div>
  );
}

/** The numbers of a row of a list. */
function Row({ what }: { readonly what: Extract<Explaining, { type: "row" }> }) {
  const [numbers, setNumbers] = useState<readonly RowNumber[]>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    Promise.resolve(what.numbers())
      .then(setNumbers)
      .catch((error: unknown) => setFailure(sentenceOf(error)));
  }, [what]);
  if (failure !== undefined) return <p className="refusal">{failure}</p>;
  if (numbers === undefined) return <p className="wait">Asking the venue…</p>;
  return (
    <div className="explanation">
      {numbers.map((row, i) => (
        <Formula key={`${row.name} ${i}`} row={row} of={undefined} isFirst={i === 0} />
      ))}
    </div>
  );
}

/** A number, what it is made of, and the formula. */
function Formula({
  row: { name, value, formula, terms },
  of,
  isFirst = false,
}: {
  readonly row: Explained | RowNumber;
  readonly of: string | undefined;
  readonly isFirst?: boolean;
}) {
  return (
    <section className={`formula ${isFirst ? "first" : ""}`} aria-label={titleOf(name)}>
      <h3>
        {titleOf(name)} {of !== undefined && <span className="muted">{of}</span>}{" "}
        <b className="num">{amount(value)}</b>
      </h3>
      <p className="muted">= {formula}</p>
      <dl className="terms">
        {Object.entries(terms)
          .filter(([, term]) => term !== "0")
          .map(([term, text]) => (
            <Term key={term} name={termName(term)}>
              {amount(String(text))}
            </Term>
          ))}
      </dl>
    </section>
  );
}

function Term({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </>
  );
}

/** The contributions of an entry's positions. */
function Positions({ entry }: { readonly entry: v2.Explanation["entries"][number] }) {
  const desk = useDesk();
  if (entry.positions.length === 0) return null;
  const { positions } = entry;
  const size = alignerOf(positions.map((row) => row.size));
  const mark = alignerOf(positions.map((row) => row.mark));
  const entryValue = alignerOf(positions.map((row) => row.entryValue));
  const markValue = alignerOf(positions.map((row) => row.markValue));
  const margin = alignerOf(positions.map((row) => row.margin));
  return (
    <table className="rows">
      <caption className="unseen">What the positions add</caption>
      <TableHead
        columns={[
          "Position",
          ...numbers("Size", "Mark", "Entry value", "Value at mark", "Unrealised", "Margin"),
        ]}
      />
      <tbody>
        {positions.map((row) => (
          <tr key={row.position}>
            <td>
              {desk.contractOf(row.symbol)?.name ?? row.symbol} {row.leg}
            </td>
            <td className="num">{size(row.size)}</td>
            <td className="num">{mark(row.mark)}</td>
            <td className="num">{entryValue(row.entryValue)}</td>
            <td className="num">{markValue(row.markValue)}</td>
            <td className="num">{signed(row.unrealized, 2)}</td>
            <td className="num">{margin(row.margin)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What an entry belongs to: "the isolated long BTC/USDT". */
function whatOf(
  { position, fills }: NonNullable<v2.LiquidationExplanation["liquidation"]>,
  nameOf: (symbol: string) => string,
): string {
  const legs = new Set(fills.map(({ leg, symbol }) => `${leg} ${nameOf(symbol)}`));
  const held = legs.size === 0 ? "" : `: ${[...legs].join(", ")}`;
  return position === 0 ? `the cross positions${held}` : `the isolated position${held}`;
}

/** The last liquidation step by step, with amounts that add up. */
function Liquidation() {
  const desk = useDesk();
  const [found, setFound] = useState<v2.LiquidationExplanation>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    desk.client.account
      .explainLiquidation()
      .then(setFound)
      .catch((error: unknown) => setFailure(sentenceOf(error)));
  }, [desk]);
  if (failure !== undefined) return <p className="refusal">{failure}</p>;
  if (found === undefined) return <p className="wait">Asking the venue…</p>;
  const { liquidation } = found;
  if (liquidation === null) return <p className="empty">The account was never liquidated.</p>;
  const nameOf = (symbol: string) => desk.contractOf(symbol)?.name ?? symbol;
  const { fills, bills, amountBefore, amountAfter } = liquidation;
  const size = alignerOf(fills.map((fill) => fill.size));
  const price = alignerOf(fills.map((fill) => fill.price));
  const fee = alignerOf(fills.map((fill) => fill.fee));
  const liquidationFee = alignerOf(fills.map((fill) => fill.liquidationFee));
  const realized = alignerOf(fills.map((fill) => fill.realized));
  const moved = alignerOf(bills.map((bill) => bill.amount));
  const billFee = alignerOf(bills.map((bill) => bill.fee));
  const balance = alignerOf([...bills.map((bill) => bill.balance), amountBefore, amountAfter]);
  return (
    <div className="explanation">
      <p>
        {dateTime(liquidation.time)} UTC, {whatOf(liquidation, nameOf)}
        {liquidation.forced === true ? ", ordered by the venue's operator" : ""}. {whereRestWent(liquidation)}
      </p>
      {liquidation.equity !== null && liquidation.requirement !== null && (
        <p>
          At the mark it was worth <b>{amount(liquidation.equity)}</b> and had to keep{" "}
          <b>{amount(liquidation.requirement)}</b>
          {liquidation.forced === true
            ? "."
            : ": liquidation begins where the first is no more than the second."}
        </p>
      )}
      <h3>What was closed</h3>
      <table className="rows">
        <caption className="unseen">What was closed</caption>
        <TableHead
          columns={[
            "Contract",
            "Side",
            "Step",
            ...numbers("Size", "Price", "Fee", "Liquidation fee", "Realised"),
          ]}
        />
        <tbody>
          {fills.map((fill, i) => (
            <tr key={`${fill.order} ${i}`}>
              <td>{nameOf(fill.symbol)}</td>
              <td>
                <span className={`pill ${fill.leg}`}>{fill.leg === "long" ? "Long" : "Short"}</span>
              </td>
              <td>{fill.type.toLowerCase().replaceAll("_", " ")}</td>
              <td className="num">{size(fill.size)}</td>
              <td className="num">{price(fill.price)}</td>
              <td className="num">{fee(fill.fee)}</td>
              <td className="num">{liquidationFee(fill.liquidationFee)}</td>
              <td className="num">{realized(fill.realized)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>What it did to the money</h3>
      <table className="rows">
        <caption className="unseen">Bills of the liquidation</caption>
        <TableHead columns={["Bill", ...numbers("Amount", "Fee in it", "After it")]} />
        <tbody>
          <tr>
            <td className="muted">Before</td>
            <td colSpan={2} />
            <td className="num">{balance(amountBefore)}</td>
          </tr>
          {bills.map((bill) => (
            <tr key={bill.bill}>
              <td>{bill.type.replaceAll("_", " ")}</td>
              <td className="num">{moved(bill.amount)}</td>
              <td className="num">{billFee(bill.fee)}</td>
              <td className="num">{balance(bill.balance)}</td>
            </tr>
          ))}
          <tr>
            <td className="muted">After</td>
            <td colSpan={2} />
            <td className="num">
              <b>{balance(amountAfter)}</b>
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** A text with its decimals formatted, and its words unchanged. */
function amount(text: string): string {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? withThousands(text) : text;
}
