import type { Moment } from "../../assembly/venue/branch/fork.ts";
import { readInstant, readTime } from "../../kernel/host/instant.ts";
import { CliError, EXIT_USAGE, usage } from "./exitCodes.ts";

/** `name=value` arguments as parameters; a value that begins with `[` or `{` is JSON. */
export function assignments(words: readonly string[]): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const word of words) {
    const mark = word.indexOf("=");
    if (mark <= 0) throw usage(`'${word}' must be name=value`);
    const name = word.slice(0, mark);
    if (Object.hasOwn(parameters, name)) throw usage(`${name} is given twice`);
    parameters[name] = parsedValue(name, word.slice(mark + 1));
  }
  return parameters;
}

function parsedValue(name: string, text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError(`${name}: '${text}' is not JSON`, { exitCode: EXIT_USAGE, cause: error });
  }
}

/** Collects an option that may be given more than once. */
export function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

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

/** A moment, as it is written on the command line. @returns Unix ms */
export function timeOf(option: string, text: string): number {
  const time = readTime(text);
  if (time === undefined)
    throw usage(`${option} must be Unix ms or a moment such as 2026-01-31T12:00:00Z, got '${text}'`);
  return time;
}
