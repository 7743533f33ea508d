import { withThousands } from "../../format/decimal.ts";
import { DialogButton } from "../../parts/dialog.tsx";
import type { Meaning } from "./journalAmounts.ts";

/** Fields of a record, as they are shown. */
export type ShownTerms = Readonly<Record<string, string>>;

/**
 * An amount in a record that opens where it comes from when pressed, with the record's fields that go into
 * it.
 */
export function JournalAmount({
  record,
  field,
  value,
  meaning,
  terms,
}: {
  /** Kind of the command or event. */
  readonly record: string;
  readonly field: string;
  readonly value: string;
  readonly meaning: Meaning;
  readonly terms: ShownTerms;
}) {
  const shown = withThousands(value);
  return (
    <DialogButton
      label={shown}
      name={`${field} of ${record}, ${shown}: explain`}
      title={`${field}, ${record}`}
      className="op-figure"
    >
      {() => (
        <div className="op-explained">
          <div className="op-number first">
            <p>
              <strong>{field}</strong> <span>{shown} USDT</span>
            </p>
            <p className="note">= {meaning.formula}</p>
            <dl className="op-terms">
              {meaning.terms.map((term) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{terms[term] ?? "0"}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
      )}
    </DialogButton>
  );
}
