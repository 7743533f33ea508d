import {
  ACCOUNT_USER,
  EXTERNAL_ACCOUNT,
  MOVE_DEPOSIT,
  OPEN_LONG,
  OPEN_SHORT,
  SHARED,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_ON_MARK,
} from "../../src/kernel/core/data/codes.ts";
import type { Layout } from "../../src/kernel/core/data/encoding/layout.ts";
import { blankOf, RecordBuffer, RecordView } from "../../src/kernel/core/data/encoding/layout.ts";
import type { UncheckedCommand as Command } from "../../src/kernel/core/data/messages/command.ts";
import {
  commandLayouts,
  encodeCommand,
  PLAIN_CONDITIONAL,
  PLAIN_ORDER,
} from "../../src/kernel/core/data/messages/command.ts";
import type { Event } from "../../src/kernel/core/data/messages/event.ts";
import { decodeEvent, eventLayouts } from "../../src/kernel/core/data/messages/event.ts";
import type { Answer, UncheckedQuery as Query } from "../../src/kernel/core/data/messages/query.ts";
import type { Rejection } from "../../src/kernel/core/data/messages/rejection.ts";
import type { State } from "../../src/kernel/core/data/state/state.ts";
import type { AccountId } from "../../src/kernel/core/data/units/kinds.ts";
import { accountId } from "../../src/kernel/core/data/units/kinds.ts";
import type { Points, TimeMs } from "../../src/kernel/core/data/units/units.ts";
import { InvariantError } from "../../src/kernel/core/data/units/units.ts";
import { foldFrame } from "../../src/kernel/core/events/fold.ts";
import type { AuditPass } from "../../src/kernel/core/exchange/audit.ts";
import { Exchange } from "../../src/kernel/core/exchange/exchange.ts";
import type { ListContract } from "./contracts.ts";
import { btc } from "./contracts.ts";

type Body<T extends Command["type"]> = Omit<Extract<Command, { type: T }>, "type">;

/** A command as a test writes it: what it does not say is blank. */
export type Said = {
  [T in Command["type"]]: { readonly type: T } & Partial<Body<T>>;
}[Command["type"]];

/** What one command led to. */
export interface Executed {
  readonly events: readonly Event[];
  /** The events of one type; only these are decoded. */
  of<T extends Event["type"]>(type: T): Extract<Event, { type: T }>[];
  /** First id that the command made, 0 if none. */
  readonly id: number;
  readonly rejection: Rejection | undefined;
}

/**
 * An order as a test writes it: who, where, what, at which price; the rest has defaults. `price` 0: market.
 */
export type OrderOf = Pick<Body<"placeOrder">, "account" | "action" | "price" | "size"> &
  Partial<Body<"placeOrder">>;

/** Rows that the pass beside the commands checks after each. */
const ROWS_A_COMMAND = 3;

/** Where the clock of a driven exchange starts: 2026-01-01 00:00 UTC. */
export const DRIVER_START: TimeMs = 1_767_225_600_000;

function whole(command: Said): Command {
  const layout: Layout = commandLayouts[command.type];
  return { ...blankOf(layout), ...command } as Command;
}

/**
 * Drives an {@link Exchange} in tests: one command a frame, encoded and decoded as the journal would, and an
 * audit after each. Market time stands still until {@link wait}.
 *
 * ```ts
 * const venue = new Driver();
 * const alice = venue.user("alice", 10_000);
 * venue.order({ account: alice, action: OPEN_LONG, price: 600_000, size: 5_000 });
 * ```
 *
 * A new driver has one contract, {@link btc} at index 0, unless told otherwise; it has no price until
 * {@link index}.
 */
export class Driver {
  exchange: Exchange;
  time: TimeMs = DRIVER_START;
  /** Off for runs where an audit a command would take too long. */
  audits = true;
  /**
   * Where given, folds every frame's events: it must come to the same state as the exchange that executed
   * them.
   */
  folded: State | undefined;
  private pass: AuditPass | undefined;
  private passOf: Exchange | undefined;

  constructor(contracts: readonly ListContract[] = [btc], folded?: State, exchange = new Exchange()) {
    this.exchange = exchange;
    this.folded = folded;
    for (const contract of contracts) this.accept(contract);
  }

  /** Executes a command in a frame of its own; steps that it leaves waiting are run by `proceed` frames. */
  execute(command: Command): Executed {
    const { id, rejection, records } = this.frame(command);
    const all = [records];
    while (this.exchange.pendingSteps() > 0) all.push(this.frame({ type: "proceed" }).records);
    return new Done(id, rejection, all);
  }

  /** As {@link execute}; throws if the command is refused. */
  accept(command: Said): Executed {
    const done = this.execute(whole(command));
    if (done.rejection !== undefined)
      throw new InvariantError(`${command.type} is accepted, got ${said(done.rejection)}`);
    return done;
  }

  /** As {@link execute}; throws unless the command is refused. */
  refuse(command: Said): Rejection {
    const { rejection } = this.execute(whole(command));
    if (rejection === undefined) throw new InvariantError(`${command.type} is refused`);
    return rejection;
  }

  /** Two accounts open a leg against each other. @returns what the long, which takes, led to */
  trade(long: number, short: number, price: number, size: number): Executed {
    this.order({ account: short, action: OPEN_SHORT, price, size });
    return this.order({ account: long, action: OPEN_LONG, price, size });
  }

  ask<Q extends Query>(query: Q): Answer<Q> {
    return this.exchange.answer(query);
  }

  /** Opens a user account and deposits whole units of the margin coin. Returns its id. */
  user(name: string, units = 0): AccountId {
    const account = accountId(this.accept({ type: "openAccount", kind: ACCOUNT_USER, name }).id);
    if (units > 0) this.deposit(account, units);
    return account;
  }

  deposit(account: number, units: number): void {
    const amount = BigInt(units) * 100_000_000n;
    this.accept({ type: "moveMoney", movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, to: account, amount });
  }

  /** Sets the index of a contract, in hundredths of a tick; without basis samples the mark follows it. */
  index(points: Points, contract = 0): Executed {
    return this.accept({ type: "setIndex", prices: [{ contract, points }] });
  }

  /** Lets time pass and says so to the exchange. */
  wait(ms: number): Executed {
    this.time += ms;
    return this.accept({ type: "advanceTime" });
  }

  /** Places an order and throws if it is refused; {@link placeOrder} makes the command for those that are. */
  order(order: OrderOf): Executed {
    return this.accept(placeOrder(order));
  }

  leverage(account: number, long: number, short = long, marginMode = 1, contract = 0): void {
    this.accept(setLeverage({ account, contract, marginMode, long, short }));
  }

  mode(account: number, marginMode: number, separatedMode = 1, contract = 0): void {
    this.accept({ type: "setMode", account, contract, marginMode, separatedMode });
  }

  /** The whole state, and as a venue audits in the background: a few rows, then the next command. */
  private audit(): void {
    const { exchange } = this;
    exchange.audit();
    if (this.pass === undefined || this.pass.isDone || this.passOf !== exchange) {
      this.pass = exchange.beginAudit();
      this.passOf = exchange;
    }
    this.pass.check(ROWS_A_COMMAND);
  }

  private frame(command: Command): Pick<Executed, "id" | "rejection"> & { readonly records: Uint8Array } {
    const { exchange } = this;
    const buffer = new RecordBuffer(64);
    encodeCommand(command, buffer);
    exchange.beginFrame(exchange.seq + 1, this.time);
    exchange.execute(new RecordView(buffer.slice()), 0);
    if (this.audits) this.audit();
    if (this.folded !== undefined)
      foldFrame(this.folded, exchange.seq, 1, new RecordView(exchange.events.slice()));
    const id = exchange.outcomeId;
    if (!Number.isSafeInteger(id)) throw new Error(`invariant: an outcome's id is an integer, got ${id}`);
    return { id, rejection: exchange.outcomeRejection, records: exchange.events.slice(exchange.eventsFrom) };
  }
}

/** What a command led to; its events are decoded for who asks, since most nobody looks at. */
class Done implements Executed {
  readonly id: number;
  readonly rejection: Rejection | undefined;
  readonly #records: readonly Uint8Array[];
  #events: readonly Event[] | undefined;

  constructor(id: number, rejection: Rejection | undefined, records: readonly Uint8Array[]) {
    this.id = id;
    this.rejection = rejection;
    this.#records = records;
  }

  get events(): readonly Event[] {
    this.#events ??= this.#decoded(() => true);
    return this.#events;
  }

  of<T extends Event["type"]>(type: T): Extract<Event, { type: T }>[] {
    return this.#decoded((kind) => kind === eventLayouts[type].kind) as Extract<Event, { type: T }>[];
  }

  #decoded(isWanted: (kind: number) => boolean): Event[] {
    return this.#records.flatMap((bytes) => {
      const records = new RecordView(bytes);
      const events: Event[] = [];
      for (let at = 0; at < records.length; at = records.next(at))
        if (isWanted(records.kind(at))) events.push(decodeEvent(records, at));
      return events;
    });
  }
}

/** The command of an order: a limit order that rests, or a market order where the price is 0. */
export function placeOrder(order: OrderOf): Command {
  return { ...PLAIN_ORDER, contract: 0, market: order.price === 0, ...order };
}

/** An order to buy that waits until the mark rises to its trigger, unless it is told otherwise. */
export function placeConditional(
  order: Pick<Body<"placeConditional">, "account" | "triggerPrice" | "size"> &
    Partial<Body<"placeConditional">>,
): Command {
  return {
    ...PLAIN_CONDITIONAL,
    contract: 0,
    action: OPEN_LONG,
    triggerSource: TRIGGER_ON_MARK,
    triggerDirection: TRIGGER_AT_OR_ABOVE,
    ...order,
  };
}

/** Sets the leverages of one mode, which must be the contract's; in shared mode `short` says nothing. */
export function setLeverage({
  account,
  contract,
  marginMode,
  long,
  short = long,
}: Pick<Body<"setLeverage">, "account" | "contract" | "marginMode"> & {
  readonly long: number;
  readonly short?: number;
}): Command {
  const sides =
    marginMode === SHARED
      ? { cross: long, isolatedLong: 0, isolatedShort: 0 }
      : { cross: 0, isolatedLong: long, isolatedShort: short };
  return {
    type: "setLeverage",
    account,
    contract,
    marginMode,
    switches: false,
    ordersFollow: false,
    ...sides,
  };
}

/** The events of one type. */
export function eventsOf<T extends Event["type"]>(
  events: readonly Event[],
  type: T,
): Extract<Event, { type: T }>[] {
  return events.filter((event): event is Extract<Event, { type: T }> => event.type === type);
}

/** Quanta of a decimal text: "1618" or "117.576". */
export function money(text: string): bigint {
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const quanta = BigInt(whole) * 100_000_000n + BigInt(fraction.padEnd(8, "0"));
  return text.startsWith("-") ? -quanta : quanta;
}

function said(rejection: Rejection): string {
  return Object.entries(rejection)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}
