import type { Json, JsonObject, Parameters } from "../../../interface/wire/index.ts";
import { readParameters, WireError } from "../../../interface/wire/index.ts";

/** Values of these are never shown, whatever is wrong with them. */
export const SECRETS: ReadonlySet<string> = new Set(["secret", "passphrase"]);

/**
 * Reads an operation's parameters as the interface does, with two additions for people: a name that the
 * operation does not know is refused (otherwise a mistyped setting would be ignored), and a refusal shows
 * the wrong value.
 */
export function readInput(parameters: Parameters, source: JsonObject): Record<string, unknown> {
  const names = Object.keys(parameters);
  for (const name of Object.keys(source)) {
    if (names.includes(name)) continue;
    const known = names.length === 0 ? "it takes none" : `it takes ${names.join(", ")}`;
    throw new WireError("parameterInvalid", `Parameter '${name.slice(0, 40)}' is not known here: ${known}`);
  }
  const input: Record<string, unknown> = {};
  for (const name of names) {
    try {
      Object.assign(input, readParameters({ [name]: parameters[name]! }, source));
    } catch (error) {
      if (!(error instanceof WireError) || error.kind !== "parameterInvalid" || SECRETS.has(name))
        throw error;
      const shown = shownValue(source[name]!);
      throw error.message.includes(shown)
        ? error
        : new WireError("parameterInvalid", `${error.message}, got '${shown}'`);
    }
  }
  return input;
}

function shownValue(value: Json): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
