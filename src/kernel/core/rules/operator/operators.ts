import { OPERATORS_MAX, ROLE_ADMIN } from "../../data/codes.ts";
import { RecordView } from "../../data/encoding/layout.ts";
import type { Body, Command, CommandOf, UncheckedCommand } from "../../data/messages/command.ts";
import { commandBytes, commandLayouts, decodeCommand } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { assert } from "../../data/units/units.ts";
import {
  answerKept,
  operatorAdded,
  operatorRemoved,
  operatorRotated,
  stepTaken,
} from "../../events/venueEvents.ts";
import { isCode } from "../order/fields.ts";

/**
 * Commands about the venue's operators. The core knows only a hash of a token. Each returns false when
 * refused.
 */

export function addOperator(s: State, command: Body<"addOperator">): boolean {
  const { name, role } = command;
  if (s.operators.has(name)) return refuse(s, R.operatorTaken);
  if (name === "") return refuseField(s, command, "name", "notEmpty");
  if (!isCode(role, 0, ROLE_ADMIN)) return refuseField(s, command, "role", "known");
  if (s.operators.size >= OPERATORS_MAX) return refuse(s, R.venueFull, { limit: OPERATORS_MAX });
  operatorAdded(s, { ...command, time: s.time });
  return true;
}

export function rotateOperator(s: State, command: Body<"rotateOperator">): boolean {
  if (!s.operators.has(command.name)) return refuse(s, R.unknownOperator);
  operatorRotated(s, { ...command, time: s.time });
  return true;
}

export function removeOperator(s: State, command: Body<"removeOperator">): boolean {
  if (!s.operators.has(command.name)) return refuse(s, R.unknownOperator);
  operatorRemoved(s, command);
  return true;
}

/** What an operator asks of control. */
export type Asked = Pick<Act, "operator" | "action" | "given" | "reference">;

/** What an operator can have carried out: any command but an act. */
export type ActedCommand = Exclude<UncheckedCommand, { type: "act" }>;

type Act = CommandOf<"act">;

/** An act with the command that carries it out, where the core has a part in it. */
export function actOf(asked: Asked, command: ActedCommand | undefined): Act {
  const hex = command === undefined ? "" : hexOf(commandBytes(command));
  return { type: "act", ...asked, command: hex, refusal: "" };
}

/**
 * An act that control refused before it became a command: it changes nothing, and is in the journal for
 * reading only.
 */
export function refusedAct(asked: Asked, refusal: string): Act {
  return { type: "act", ...asked, command: "", refusal };
}

/** The command that carries out an act. */
export function actedCommand(act: Pick<Act, "command">): Command | undefined {
  const record = recordOf(act);
  return record && decodeCommand(record, 0);
}

/**
 * Carries out an operator's act. A command that was already carried out for the same reference is refused
 * with the id that it made then, so that a repetition carries out nothing twice.
 *
 * @param run executes the record of the command, false when refused
 */
export function act(s: State, asked: Omit<Act, "type">, run: (record: RecordView) => boolean): boolean {
  const record = recordOf(asked);
  if (record === undefined) return true;
  const { reference } = asked;
  const kind = record.kind(0);
  const known = reference === "" ? undefined : s.references.find(reference);
  const taken = known?.steps.find((step) => step.kind === kind);
  if (taken !== undefined) return refuse(s, R.referenceUsed, { id: taken.id });
  if (known !== undefined && known.answer !== "") return refuse(s, R.referenceUsed, { id: 0 });
  if (kind === commandLayouts.act.kind) return refuseField(s, asked, "command", "nested");
  if (!run(record)) return false;
  if (reference !== "") stepTaken(s, { reference, terms: termsOf(asked), kind, id: s.outcomeId });
  return true;
}

/** Keeps the first answer to a reference; an answer already kept stays. */
export function keepAnswer(s: State, kept: Body<"keepAnswer">): boolean {
  const known = s.references.find(kept.reference);
  if (known !== undefined && known.answer !== "") return refuse(s, R.referenceUsed, { id: 0 });
  answerKept(s, kept);
  return true;
}

/** The action and parameters of an act as one text: acts of equal terms are the same request. */
export function termsOf({ action, given }: Pick<Act, "action" | "given">): string {
  return `${action} ${given}`;
}

function recordOf({ command }: Pick<Act, "command">): RecordView | undefined {
  return command === "" ? undefined : new RecordView(bytesOf(command));
}

function hexOf(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

function bytesOf(hex: string): Uint8Array {
  assert(/^(?:[0-9a-f]{16})+$/.test(hex), "an act's command is whole words in hex");
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  );
}
