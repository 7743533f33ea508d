import type { RecordView } from "../data/encoding/layout.ts";
import type { Command, CommandOf, CommandType } from "../data/messages/command.ts";
import { commandLayouts, decodeCommand } from "../data/messages/command.ts";
import type { State } from "../data/state/state.ts";
import { NONE } from "../data/units/units.ts";
import { venueOpened } from "../events/venueEvents.ts";
import * as force from "../ladder/force.ts";
import * as settings from "../rules/account/settings.ts";
import * as setContest from "../rules/contest/setContest.ts";
import * as administer from "../rules/contract/administer.ts";
import * as delist from "../rules/contract/delist.ts";
import * as source from "../rules/contract/source.ts";
import * as direct from "../rules/directive/direct.ts";
import { steer } from "../rules/directive/steer.ts";
import * as settleFunding from "../rules/funding/settleFunding.ts";
import * as setHouse from "../rules/house/setHouse.ts";
import * as invitations from "../rules/invitation/invitations.ts";
import * as latency from "../rules/latency/latency.ts";
import * as movements from "../rules/ledger/movements.ts";
import * as many from "../rules/many/many.ts";
import * as operators from "../rules/operator/operators.ts";
import * as amend from "../rules/order/amend.ts";
import * as cancel from "../rules/order/cancel.ts";
import * as countdown from "../rules/order/countdown.ts";
import * as mirror from "../rules/order/mirror.ts";
import * as place from "../rules/order/place.ts";
import * as waiting from "../rules/order/waiting.ts";
import * as paper from "../rules/paper/accounts.ts";
import * as referral from "../rules/referral/commands.ts";
import type { Setting } from "../rules/setting/inForce.ts";
import { alreadyInForce } from "../rules/setting/inForce.ts";

const PLACE_ORDER = commandLayouts.placeOrder.kind;
const CANCEL_ORDER = commandLayouts.cancelOrder.kind;

/**
 * The two commands that make up most of the load are read straight from their records, the others as objects.
 */
type Decoded = Exclude<CommandType, "placeOrder" | "cancelOrder">;

/**
 * Every other command once, with the function that carries it out, false where it refuses: the function has
 * the command's name, and is found in the module of its rules. One that a command lacks, or that takes
 * another command, does not compile.
 */
const rules: { readonly [T in Decoded]: (s: State, command: CommandOf<T>) => boolean } = {
  ...force,
  ...settings,
  ...administer,
  ...delist,
  ...source,
  ...settleFunding,
  ...setHouse,
  ...latency,
  ...direct,
  ...movements,
  ...operators,
  ...setContest,
  ...invitations,
  ...many,
  ...amend,
  ...cancel,
  ...countdown,
  ...mirror,
  ...place,
  ...waiting,
  ...paper,
  ...referral,
  setIndex: (s, command) => administer.setIndex(s, command, false),
  pushIndex: (s, command) => administer.setIndex(s, command, true),
  act: (s, command) => operators.act(s, command, (record) => carryOut(s, record, 0)),
  openVenue(s, command) {
    venueOpened(s, command);
    return true;
  },
  // What time and waiting steps do happens before every command.
  advanceTime: () => true,
  proceed: () => true,
};

type InForce = (s: State, command: Command) => number | undefined;

/**
 * Carries out the command at word `at`, false when refused; a setting that is in force already is left as it
 * is.
 */
export function carryOut(s: State, view: RecordView, at: number): boolean {
  return s.directives.any ? steer(s, view, at, executeUndirected) : executeUndirected(s, view, at, NONE);
}

function executeUndirected(s: State, view: RecordView, at: number, heldMs: number): boolean {
  const kind = view.kind(at);
  if (kind === PLACE_ORDER) return place.placeOrder(s, view, at, heldMs);
  if (kind === CANCEL_ORDER) return cancel.cancelOrder(s, view, at);
  const command = decodeCommand(view, at);
  const inForce = alreadyInForce[command.type as Setting] as InForce | undefined;
  const id = inForce?.(s, command);
  if (id !== undefined) {
    s.outcomeId = id;
    return true;
  }
  const rule = rules[command.type as Decoded] as (s: State, command: Command) => boolean;
  return rule(s, command);
}
