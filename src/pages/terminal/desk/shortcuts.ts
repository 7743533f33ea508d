import { useEffect } from "react";
import { Saved } from "../state/saved.ts";
import type { Command } from "./commands.ts";
import type { Desk } from "./desk.ts";

/** How long the second key of a sequence may take, ms. */
const SECOND_KEY_MS = 1_500;

/** A key as commands spell it: "g", "[", "?", "mod+k". Shift is in the character. */
export function chordOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): string {
  const mod = event.ctrlKey || event.metaKey ? "mod+" : "";
  const alt = event.altKey ? "alt+" : "";
  return `${mod}${alt}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`;
}

/**
 * Finds out which keys belong together, by when they were pressed: a page that stalls hears of two keys
 * late, and must not take the second for a key of its own, which may trade.
 */
export class Sequence {
  #first = "";
  #firstAtMs = 0;

  /**
   * Takes a key.
   *
   * @param mayBegin whether a sequence begins with it
   * @returns it, after the one that it follows: "g b"; alone where it follows none
   */
  take(chord: string, { timeStamp: atMs }: Pick<KeyboardEvent, "timeStamp">, mayBegin: boolean): string {
    const isSecond = this.#first !== "" && atMs - this.#firstAtMs < SECOND_KEY_MS;
    const both = isSecond ? `${this.#first} ${chord}` : chord;
    this.#first = mayBegin ? chord : "";
    this.#firstAtMs = atMs;
    return both;
  }
}

/**
 * Runs commands by their keys, once however long one is held. Single keys work only while nobody types and
 * nothing covers the page.
 *
 * A command that trades runs only while one-key trading is armed.
 *
 * @param always chords that always work, with their actions
 */
export function useShortcuts(
  commands: readonly Command[],
  always: Readonly<Record<string, () => void>>,
  trading?: Pick<Desk, "armed" | "notices">,
): void {
  useEffect(() => {
    const sequence = new Sequence();
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const chord = chordOf(event);
      const anywhere = always[chord];
      if (anywhere !== undefined && (chord.startsWith("mod+") || !isTyping(event.target))) {
        event.preventDefault();
        if (!event.repeat) anywhere();
        return;
      }
      if (
        event.repeat ||
        chord.includes("+") ||
        isTyping(event.target) ||
        document.querySelector("[role=dialog]") !== null
      )
        return;
      const begins = commands.some(({ keys }) => keys?.startsWith(`${chord} `));
      const both = sequence.take(chord, event, begins);
      const command =
        commands.find(({ keys }) => keys === both) ?? commands.find(({ keys }) => keys === chord);
      if (command === undefined || (begins && both === chord)) return;
      event.preventDefault();
      if (command.trades !== undefined) {
        if (trading?.armed.value !== true) {
          const words = `Not armed: “${command.title}” is on this key once one-key trading is armed (!)`;
          trading?.notices.add("plain", words);
          return;
        }
        trading.armed.used();
      }
      command.run();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [commands, always, trading]);
}

/** Whether keys are typed text at this place, or move within a list. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/**
 * The reader's own keys for commands, by the commands' ids; "" for none. Other commands have their default
 * keys.
 */
type Keymap = Readonly<Record<string, string>>;

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
