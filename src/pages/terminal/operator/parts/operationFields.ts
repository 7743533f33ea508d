import type { Role } from "../../../../interface/wire/control/words.ts";

/** What an operation of control takes, as its declaration says. */
export interface OperationFields {
  readonly summary: string;
  readonly role: Role;
  /** Whether it takes a `reference`, under which it is done once. */
  readonly isRepeatable: boolean;
  readonly fields: readonly FormField[];
}

/** A parameter, and how a person gives it. */
export interface FormField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly note: string;
  readonly isRequired: boolean;
  /** Of a choice. */
  readonly words?: readonly string[];
}

type FieldKind =
  | "account"
  | "contract"
  | "position"
  | "choice"
  | "flag"
  | "time"
  | "decimal"
  | "text"
  /** Texts or numbers, parted by commas. */
  | "list"
  /** Objects, as JSON. */
  | "json";
