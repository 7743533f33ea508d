import type { CommandField, ValueRule } from "../messages/commandFields.ts";
import type { Grounds } from "../messages/grounds.ts";
import type { AnyDetails, DeclaredRejection, DetailKinds, NotedDetails } from "../messages/rejection.ts";
import { rejections } from "../messages/rejection.ts";
import type { State } from "./state.ts";

/**
 * Notes why something is refused and returns false, so that a check can `return refuse(…)`. Whether it
 * becomes a `commandRejected` event is the caller's decision: a triggered order that fails its checks is
 * canceled instead. The last argument gives what the formula of the refusal takes besides its details.
 */
export function refuse<D extends DetailKinds>(
  s: State,
  rejection: DeclaredRejection<D>,
  ...details: keyof D extends never ? [] : [details: NotedDetails<D>, grounds?: () => Grounds]
): false;
export function refuse(
  s: State,
  { code }: DeclaredRejection,
  details: AnyDetails = {},
  grounds?: () => Grounds,
): false {
  s.refusal.note(code, details, grounds);
  return false;
}

/** A value as a field of a command says it. */
type UncheckedValue = number | bigint | boolean | string | readonly unknown[];

/**
 * Refuses a command, or a row of its list, for what one of its fields says. @param limit the bound of a rule
 * that has one
 */
export function refuseField<Name extends CommandField>(
  s: State,
  command: Readonly<Record<NoInfer<Name>, UncheckedValue>>,
  field: Name,
  rule: ValueRule,
  limit = 0,
): false {
  const value: UncheckedValue = command[field];
  const shown = typeof value === "object" ? "" : value;
  return refuse(s, rejections.invalidValue, { field, value: shown, rule, limit });
}

/**
 * Whether a field of a command, or of a row of its list, is a whole number within bounds, both inclusive;
 * notes the refusal if not.
 */
export function admitWhole<Name extends CommandField>(
  s: State,
  command: Readonly<Record<NoInfer<Name>, number>>,
  field: Name,
  [least, most]: readonly [least: number, most: number] = [0, Number.MAX_SAFE_INTEGER],
): boolean {
  const value: number = command[field];
  if (!Number.isInteger(value)) return refuseField(s, command, field, "whole");
  if (value < least) return refuseField(s, command, field, "atLeast", least);
  return value <= most || refuseField(s, command, field, "atMost", most);
}

/** Whether a field is a whole number above 0; notes the refusal if not. */
export function admitCount<Name extends CommandField>(
  s: State,
  command: Readonly<Record<NoInfer<Name>, number>>,
  field: Name,
): boolean {
  return admitWhole(s, command, field, [1, Number.MAX_SAFE_INTEGER]);
}
