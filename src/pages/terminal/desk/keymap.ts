import { Saved } from "../state/saved.ts";
import type { Command } from "./commands.ts";

/**
 * The reader's own keys for commands, by the commands' ids; "" for none. Other commands have their default
 * keys.
 */
export type Keymap = Readonly<Record<string, string>>;

export const keymap = new Saved<Keymap>(
  "outcry.keys.1",
  {},
  (value): value is Keymap =>
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((keys) => typeof keys === "string" && keys.length < 40),
);

/** The commands with their present keys. */
export function mapped(commands: readonly Command[], map: Keymap): readonly Command[] {
  return commands.map((command) => {
    const chosen = map[command.id];
    if (chosen === undefined) return command;
    const { keys: _, ...rest } = command;
    return chosen === "" ? rest : { ...rest, keys: chosen };
  });
}

/**
 * The command that has the same keys, or keys beginning with them, so that one of the two could not be
 * reached.
 */
export function conflictOf(commands: readonly Command[], id: string, keys: string): Command | undefined {
  return commands.find(
    (other) =>
      other.id !== id &&
      other.keys !== undefined &&
      (other.keys === keys || other.keys.startsWith(`${keys} `) || keys.startsWith(`${other.keys} `)),
  );
}
