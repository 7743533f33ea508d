import type { AnyDetails, DeclaredRejection, DetailKinds, NotedDetails } from "../messages/rejection.ts";
import { rejections } from "../messages/rejection.ts";
import type { State } from "./state.ts";

/**
 * Notes why something is refused and returns false, so that a check can `return refuse(…)`. Whether it becomes a
 * `commandRejected` event is the caller's decision: a triggered order that fails its checks is canceled instead.
 */
export function refuse<D extends DetailKinds>(
  s: State,
  rejection: DeclaredRejection<D>,
  ...details: keyof D extends never ? [] : [NotedDetails<D>]
): false;
export function refuse(s: State, { code }: DeclaredRejection, details: AnyDetails = {}): false {
  s.refusal.note(code, details);
  return false;
}

/** Refuses a command for what one of its fields says. @param offsets where its record has its fields */
export function refuseField<Name extends string>(
  s: State,
  offsets: Readonly<Record<NoInfer<Name>, number>>,
  command: Readonly<Record<NoInfer<Name>, number>>,
  field: Name,
): false {
  return refuse(s, rejections.invalidValue, { field: offsets[field], value: command[field] });
}
