import type { Disturbance } from "../../../interface/wire/control/faults.ts";
import { cancelReasons, directives } from "../../../interface/wire/control/words.ts";
import { invalidParameter, isDecimal, stepsOf } from "../../../interface/wire/index.ts";
import type { Command } from "../../../kernel/core/index.ts";
import {
  DIRECT_CANCEL,
  DIRECT_DELAY,
  DIRECT_FILL,
  DIRECT_FILL_DURING_CANCEL,
  DIRECT_LATE_PRESETS,
  DIRECT_REJECT,
  DIRECT_RELEASE,
  DIRECTIVE_MS_MAX,
} from "../../../kernel/core/index.ts";
import type { EnginePort, Outcome } from "../../../kernel/engine/index.ts";
import { isLoopback } from "../addresses.ts";
import type { ContractList, ContractSpec } from "../contracts.ts";

/**
 * How the client id of an order begins that carries a directive: `do:fill:0.01/my-order-7`
 * (docs/directives.md).
 */
const PREFIX = "do:";
const REJECTED_TEXT = "rejected by a directive";

type Direct = Extract<Command, { type: "direct" }>;

const PLACEMENTS = ["placeOrder", "placePlan", "placeConditional", "placeTpSl", "placeTrailing"] as const;
type Placement = Extract<Command, { type: (typeof PLACEMENTS)[number] }>;

/** Whether a command places an order whose client id carries a directive. */
export function carriesDirective(command: Command): command is Placement {
  const places = (PLACEMENTS as readonly string[]).includes(command.type);
  return places && (command as Placement).clientId.startsWith(PREFIX);
}

/** The key, and the address from which it is used. */
interface Use {
  readonly contracts: ContractList;
  readonly address: string;
  readonly isContest: boolean;
}

/**
 * Submits commands, and before each placement the directive that its client id carries; the directive of an
 * order that is refused is taken back. Refuses all of them where a directive is not understood, or may not
 * be carried.
 *
 * @returns the outcomes of the commands themselves
 */
export async function submitDirected(
  engine: EnginePort,
  commands: readonly Command[],
  use: Use,
): Promise<readonly Outcome[]> {
  const pairs = commands.map((command) =>
    carriesDirective(command) ? [directed(command, use), command] : [command],
  );
  const outcomes = await engine.submitAll(pairs.flat());
  const own: Outcome[] = [];
  const left: Command[] = [];
  let at = 0;
  for (const { length } of pairs) {
    const [first, second] = outcomes.slice(at, at + length) as [Outcome, Outcome?];
    at += length;
    const isUnfit = second === undefined || first.rejection !== undefined;
    own.push(isUnfit ? first : second);
    // The order of a directive that is refused by itself is not what was asked for; it is left to rest as it
    // is.
    const { rejection } = second ?? {};
    if (!isUnfit && rejection !== undefined && rejection.type !== "directed")
      left.push({ type: "dropDirective", directive: first.id });
  }
  if (left.length > 0) await engine.submitAll(left);
  return own;
}

function directed(command: Placement, { contracts, address, isContest }: Use): Direct {
  if (isContest) throw wrong("not in a contest");
  if (!isLoopback(address)) throw wrong(`only from the venue's own machine, not from ${address}`);
  return carriedDirective(command, contracts);
}

/** The directive that the client id of a placement carries for its order. Refuses an invalid one. */
function carriedDirective({ account, contract, clientId }: Placement, contracts: ContractList): Direct {
  const end = clientId.indexOf("/");
  if (end < 0) throw wrong("it ends with '/' and an id of your own");
  const [word = "", value = "", ...more] = clientId.slice(PREFIX.length, end).split(":");
  const what = (directives as Readonly<Record<string, number>>)[word];
  if (what === undefined || what === DIRECT_RELEASE || more.length > 0) {
    const words = Object.keys(directives).filter((each) => each !== "release");
    throw wrong(`one of ${words.join(", ")}, then ':' and its value where it has one`);
  }
  const directive: Direct = {
    type: "direct",
    ...{ account, contract, clientId, what, action: 0, orders: 0, order: 0 },
    ...{
      lots: 0,
      price: 0,
      ms: 0,
      reason: 0,
      wireCode: 0,
      text: what === DIRECT_REJECT ? REJECTED_TEXT : "",
    },
  };
  return { ...directive, ...parameterOf(what, value, contracts.at(contract)) };
}

function parameterOf(what: number, value: string, contract: ContractSpec): Partial<Direct> {
  if (what === DIRECT_DELAY || what === DIRECT_LATE_PRESETS) {
    const ms = Number(value);
    if (/^\d+$/.test(value) && ms > 0 && ms <= DIRECTIVE_MS_MAX) return { ms };
    throw wrong(`a time of 1 to ${DIRECTIVE_MS_MAX} ms, got '${value}'`);
  }
  if (what === DIRECT_CANCEL) {
    const reason = value === "" ? undefined : (cancelReasons as Readonly<Record<string, number>>)[value];
    if (reason !== undefined) return { reason };
    throw wrong(`one of ${Object.keys(cancelReasons).filter(Boolean).join(", ")}, got '${value}'`);
  }
  if (value === "") return {};
  if (what === DIRECT_REJECT && /^-?\d{1,6}$/.test(value)) return { wireCode: Number(value) };
  if (what === DIRECT_FILL || what === DIRECT_FILL_DURING_CANCEL) {
    const lots = isDecimal(value) ? stepsOf(value, contract.sizeDecimals, contract.lotStep) : undefined;
    if (lots !== undefined && lots > 0 && Number.isSafeInteger(lots)) return { lots };
    throw wrong(`a size above 0 in whole lots, got '${value}'`);
  }
  throw wrong(what === DIRECT_REJECT ? `a code, got '${value}'` : `it takes no value, got '${value}'`);
}

function wrong(rule: string): Error {
  return invalidParameter("clientOrderId", `as a directive (${PREFIX}…): ${rule}`, "clientIdInvalid");
}

/** The most directives that are shown. */
const SEEN_MAX = 100;

/** The directives in force, as everybody may see them: a row for each, however many orders it is about. */
export async function directivesSeen(engine: EnginePort): Promise<readonly Disturbance[]> {
  const views = await engine.query({ type: "directives" });
  const words = Object.entries(directives);
  const rows = new Map<number, Disturbance>();
  for (const { directive: terms, left } of views) {
    const { directive: id, account, what } = terms;
    if (rows.has(id) || rows.size === SEEN_MAX) continue;
    const whose = left > 1 ? `the next ${left} orders` : left === 1 ? "the next order" : "live orders";
    const word = words.find(([, code]) => code === what)?.[0] ?? "";
    rows.set(id, { by: "directive", id, what: `${word}: ${whose} of account ${account}` });
  }
  return [...rows.values()];
}
