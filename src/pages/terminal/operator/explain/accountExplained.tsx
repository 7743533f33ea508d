import type { control as answers } from "../../../../interface/client/index.ts";
import { isDecimal } from "../../../../interface/wire/decimal.ts";
import { withThousands } from "../../format/decimal.ts";
import { useAnswer } from "../desk/useOperator.ts";

/** Every number of an account with its formula and terms; the requested one is in front. */
export function AccountExplained({ account, first }: { readonly account: string; readonly first: string }) {
  const { data, failure } = useAnswer("GET explain/account", { account });
  if (data === undefined) return <p className="wait">{failure ?? "Asking…"}</p>;
  return (
    <div className="op-explained">
      <p className="note">As of command {data.seq}; it follows the market.</p>
      <Numbers numbers={data.numbers} first={first} />
      {data.entries.map((entry) => (
        <Entry key={entry.position} entry={entry} first={first} />
      ))}
    </div>
  );
}

function Entry({
  entry,
  first,
}: {
  readonly entry: answers.ExplainedAccount["entries"][number];
  readonly first: string;
}) {
  return (
    <>
      <h3>{entry.position === 0 ? "Shared margin" : `Isolated position ${entry.position}`}</h3>
      <Numbers numbers={entry.numbers} first={first} />
      {entry.symbols.map(({ symbol, numbers }) => (
        <div key={symbol}>
          <h3>{symbol}</h3>
          <Numbers numbers={numbers} first={first} />
        </div>
      ))}
    </>
  );
}

function Numbers({
  numbers,
  first,
}: {
  readonly numbers: readonly answers.ExplainedNumber[];
  readonly first: string;
}) {
  return numbers
    .toSorted((a, b) => Number(b.name === first) - Number(a.name === first))
    .map((number) => <Explained key={number.name} number={number} isFirst={number.name === first} />);
}

function Explained({
  number: { name, value, formula, terms },
  isFirst,
}: {
  readonly number: answers.ExplainedNumber;
  readonly isFirst: boolean;
}) {
  return (
    <div className={isFirst ? "op-number first" : "op-number"}>
      <p>
        <strong>{name}</strong> <span>{textOf(value)}</span>
      </p>
      <p className="note">= {formula}</p>
      <dl className="op-terms">
        {Object.entries(terms).map(([term, each]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{textOf(String(each))}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function textOf(value: string): string {
  return isDecimal(value) || isDecimal(value.replace(/^-/, "")) ? withThousands(value) : value;
}
