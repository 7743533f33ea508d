import type { Command, Event } from "../../../../kernel/core/index.ts";
import {
  ACCOUNT_PAPER,
  ACCOUNT_USER,
  actedCommand,
  commandLayouts,
  decodeCommands,
  decodeEvents,
  eventTypeOf,
  RecordView,
  rejectionOf,
} from "../../../../kernel/core/index.ts";
import type { TailFrame } from "./journalTail.ts";
import type { Directory, ShownFields } from "./shownRecord.ts";
import { ACCOUNT_FIELDS, shownFields } from "./shownRecord.ts";

/** Which commands are asked for; a filter that is left out excludes none. */
export interface EntryFilter {
  readonly command?: string | undefined;
  readonly event?: string | undefined;
  readonly account?: number | undefined;
  readonly contract?: number | undefined;
  readonly refused?: boolean;
  /**
   * Whether commands of the venue itself (prices, time, house traders) are left out, unless their events
   * touched a user.
   */
  readonly users?: boolean;
}

/** A command with its events. */
export interface Entry {
  readonly seq: number;
  /** Market time. */
  readonly time: number;
  /** Host time at which it was durable. */
  readonly durableAt: number;
  /** Commands that went to the disk with it. */
  readonly frame: { readonly firstSeq: number; readonly count: number };
  readonly command: string;
  /** The operator who gave it through control, if one did. */
  readonly by: string | undefined;
  /** `done`, the rule that refused it, or why control did. */
  readonly outcome: string;
  /** Names of the accounts that it or its events touch. */
  readonly accounts: readonly string[];
  readonly fields: ShownFields;
  readonly events: readonly { readonly event: string; readonly fields: ShownFields }[];
}

/** A command as the journal has it: without its events, which are not stored. */
export type PastEntry = Pick<Entry, "seq" | "time" | "command" | "by" | "accounts" | "fields">;

/** A frame as it is stored. */
export interface StoredFrame {
  readonly firstSeq: number;
  readonly count: number;
  readonly time: number;
  /** Command records. */
  readonly payload: Uint8Array;
}

/**
 * The commands of a stored frame that pass a filter, ascending; events cannot be filtered by, since they are
 * not stored.
 */
export function pastEntriesOf(
  { firstSeq, time, payload }: StoredFrame,
  filter: Omit<EntryFilter, "event" | "refused">,
  directory: Directory,
): readonly PastEntry[] {
  return actsIn(payload).flatMap(({ command, by }, i) =>
    keeps(filter, command, [], directory)
      ? [
          {
            ...{ seq: firstSeq + i, time, command: command.type, by },
            accounts: namesOf(accountsIn(command, []), directory),
            fields: shownFields(command.type, command, directory),
          },
        ]
      : [],
  );
}

/** The commands of a frame that pass a filter, ascending. */
export function entriesOf(frame: TailFrame, filter: EntryFilter, directory: Directory): readonly Entry[] {
  const wanted = filter.event ?? (filter.refused === true ? "commandRejected" : undefined);
  const isInActs = filter.event === undefined && holdsActs(frame);
  if (wanted !== undefined && !holds(frame, wanted) && !isInActs) return [];
  const known = glances.get(frame);
  if (known !== undefined && !mayKeep(known, filter, directory)) return [];
  const events: Event[][] = Array.from({ length: frame.count }, () => []);
  for (const { index, event } of decodeEvents(new RecordView(frame.events))) events[index]!.push(event);
  const acts = actsIn(frame.commands);
  if (known === undefined) {
    const touched = acts.flatMap(({ command }, i) => [...accountsIn(command, events[i]!)]);
    const isOwnAlone = acts.every(({ command }) => isOwn(command, directory));
    glances.set(frame, { touched: new Set(touched), isOwnAlone });
  }
  return acts.flatMap(({ command, by }, i) =>
    keeps(filter, command, events[i]!, directory)
      ? [{ ...entryOf(frame, frame.firstSeq + i, command, events[i]!, directory), by }]
      : [],
  );
}

/** The commands of a frame, each with the operator who gave it. */
function actsIn(
  commands: Uint8Array,
): readonly { readonly command: Command; readonly by: string | undefined }[] {
  return [...decodeCommands(new RecordView(commands))].map((logged) => {
    const act = logged.type === "act" ? logged : undefined;
    return { command: (act && actedCommand(act)) ?? logged, by: act?.operator };
  });
}

function namesOf(accounts: Iterable<number>, directory: Directory): readonly string[] {
  return [...accounts].flatMap((account) => directory.accounts.get(account)?.name ?? []);
}

/** What decoding a frame once has shown, so that a frame without anything asked for is not decoded again. */
interface Glance {
  readonly touched: ReadonlySet<number>;
  /** Whether every command is the venue's own. */
  readonly isOwnAlone: boolean;
}
const glances = new WeakMap<TailFrame, Glance>();

function mayKeep({ touched, isOwnAlone }: Glance, filter: EntryFilter, directory: Directory): boolean {
  if (filter.account !== undefined && !touched.has(filter.account)) return false;
  return filter.users !== true || !isOwnAlone || [...touched].some((each) => isUser(each, directory));
}

/** Whether a frame has acts of operators; acts that control refused have no event. */
export function holdsActs({ commands }: Pick<TailFrame, "commands">): boolean {
  const view = new RecordView(commands);
  for (let at = 0; at < view.length; at = view.next(at)) {
    if (view.kind(at) === commandLayouts.act.kind) return true;
  }
  return false;
}

/** Whether a frame has an event of a kind; reads only the kinds, so that most frames need no decoding. */
function holds(frame: TailFrame, wanted: string): boolean {
  const view = new RecordView(frame.events);
  for (let at = 0; at < view.length; at = view.next(at)) {
    if (eventTypeOf(view.kind(at)) === wanted) return true;
  }
  return false;
}

function keeps(filter: EntryFilter, command: Command, events: readonly Event[], directory: Directory) {
  const { account, contract } = filter;
  if (filter.command !== undefined && command.type !== filter.command) return false;
  if (filter.event !== undefined && !events.some(({ type }) => type === filter.event)) return false;
  if (filter.refused === true && outcomeOf(command, events) === "done") return false;
  if (contract !== undefined && !contractsIn(command, events).has(contract)) return false;
  if (account === undefined && filter.users !== true) return true;
  const touched = accountsIn(command, events);
  if (account !== undefined && !touched.has(account)) return false;
  if (filter.users !== true || !isOwn(command, directory)) return true;
  return [...touched].some((each) => isUser(each, directory));
}

/** Whether the venue itself gave a command: time, prices, house traders. */
function isOwn(command: Command, directory: Directory): boolean {
  if (command.type === "setIndex" || command.type === "advanceTime" || command.type === "proceed")
    return true;
  return "account" in command && !isUser(command.account, directory);
}

function isUser(account: number, { accounts }: Directory): boolean {
  const kind = accounts.get(account)?.kind;
  return kind === ACCOUNT_USER || kind === ACCOUNT_PAPER;
}

/** The accounts that a command names, and those of its events. */
export function accountsIn(command: Command, events: readonly Event[]): ReadonlySet<number> {
  const listed = "accounts" in command && typeof command.accounts !== "string" ? command.accounts : [];
  return new Set([...numbersIn(ACCOUNT_FIELDS, command, events), ...listed.map(({ account }) => account)]);
}

function contractsIn(command: Command, events: readonly Event[]): ReadonlySet<number> {
  const listed = "prices" in command ? command.prices : [];
  return new Set([...numbersIn(["contract"], command, events), ...listed.map(({ contract }) => contract)]);
}

function numbersIn(
  names: readonly string[],
  command: Command,
  events: readonly Event[],
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const record of [command, ...events] as readonly Readonly<Record<string, unknown>>[]) {
    for (const name of names) {
      const value = record[name];
      if (typeof value === "number" && value !== -1) found.add(value);
    }
  }
  return found;
}

function entryOf(
  frame: TailFrame,
  seq: number,
  command: Command,
  events: readonly Event[],
  directory: Directory,
): Omit<Entry, "by"> {
  const { time, durableAt, firstSeq, count } = frame;
  return {
    seq,
    time,
    durableAt,
    frame: { firstSeq, count },
    command: command.type,
    outcome: outcomeOf(command, events),
    accounts: namesOf(accountsIn(command, events), directory),
    fields: shownFields(command.type, command, directory),
    events: events.map((event) => ({
      event: event.type,
      fields: shownFields(event.type, event, directory),
    })),
  };
}

function outcomeOf(command: Command, events: readonly Event[]): string {
  if (command.type === "act" && command.refusal !== "") return command.refusal;
  const refused = events.find((event) => event.type === "commandRejected");
  if (refused === undefined) return "done";
  const { code, d0, d1, d2, d3, d4 } = refused;
  return rejectionOf(code, [d0, d1, d2, d3, d4]).type;
}
