/**
 * What an exchange did and how it stands, as lines of text: the form in which the reference and the core are
 * compared, and in which a failure is read. Both sides fill in the same records; `line` is the only thing
 * they share.
 */

export interface Happening {
  readonly what:
    | "placed"
    | "rested"
    | "resized"
    | "canceling"
    | "queued"
    | "held"
    | "activated"
    | "triggered"
    | "modified"
    | "priced"
    | "amended"
    | "ended"
    | "opened"
    | "closed"
    | "fill"
    | "went through zero"
    | "bill"
    | "turned"
    | "in breach"
    | "margin called"
    | "healthy again"
    | "liquidation started"
    | "liquidation finished"
    | "repeated"
    | "left out";
  readonly [field: string]: Value;
}

/** One thing of a state: an order, a position, a collateral entry, an account, a contract. */
export interface StateRecord {
  readonly of: "order" | "position" | "entry" | "account" | "contract" | "level" | "book" | "waiting";
  readonly [field: string]: Value;
}

export type Value = string | number | bigint | boolean;

/** `fill price=600000 size=5 …`; zeros, empty texts and `false` are left out. */
export function line(record: Happening | StateRecord): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(record)) {
    if (parts.length === 0) parts.push(String(value));
    else if (value !== "" && value !== false && value !== 0 && value !== 0n) {
      parts.push(`${name}=${value === true ? "yes" : typeof value === "bigint" ? money(value) : value}`);
    }
  }
  return parts.join(" ");
}

/** Quanta as a decimal without trailing zeros. */
export function money(quanta: bigint): string {
  const sign = quanta < 0n ? "-" : "";
  const digits = (quanta < 0n ? -quanta : quanta).toString().padStart(9, "0");
  const fraction = digits.slice(-8).replace(/0+$/, "");
  return `${sign}${digits.slice(0, -8)}${fraction === "" ? "" : `.${fraction}`}`;
}
