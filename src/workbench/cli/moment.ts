import type { Moment } from "../../assembly/venue/branch/fork.ts";
import { readInstant } from "../../kernel/host/instant.ts";
import { usage } from "./exitCodes.ts";

/** A place in a journal, as it is written on the command line: a command's number, or a time. */
export function momentOf(option: string, text: string | undefined): Moment | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return { seq: Number(text) };
  const time = readInstant(text);
  if (time === undefined)
    throw usage(
      `${option} must be a command's number or a moment such as 2026-01-31T12:00:00Z, got '${text}'`,
    );
  return { time };
}
