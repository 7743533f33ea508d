import type { TimeMs } from "../../../kernel/core/index.ts";
import type { Timer } from "../../../kernel/host/clock.ts";
import type { Fault } from "../faults/fault.ts";
import type { Faults } from "../faults/faults.ts";
import type { Channel } from "./channels.ts";
import type { Connection } from "./connection.ts";
import type { Frame } from "./frame.ts";
import { textOfFrame } from "./frame.ts";
import type { Outbox, Pushing } from "./outbox.ts";

/** Pushes of a channel that may be on their way at a time; beyond this the oldest arrive early. */
const UNDERWAY_MAX = 10_000;

/**
 * One channel's way to one connection, where its pushes are dropped, doubled, delayed or swapped. Where no
 * fault is about pushes, it hands them on.
 *
 * What the channel shows at once when it is joined is its snapshot; everything after that is a push. Only
 * `stale` is about the first, and only the others are about the second.
 */
export class PushLine implements Pushing {
  readonly #connection: Connection;
  readonly #outbox: Outbox;
  readonly #faults: Faults;
  readonly #channel: string;
  /** Whether the channel shows its snapshot. */
  #isGreeting = false;
  /** Held back until the next push has been sent. */
  #swapped: Frame | undefined;
  /** On their way, in the order in which they arrive. */
  #underway: { readonly due: TimeMs; readonly frame: Frame }[] = [];
  #timer: Timer | undefined;
  /** Whether anything is held back or on its way. */
  #isHolding = false;

  constructor(connection: Connection, channel: string) {
    this.#connection = connection;
    this.#outbox = connection.outbox;
    this.#faults = connection.faults;
    this.#channel = channel;
  }

  /** Joins the channel; returns the way to leave it. What is on its way then never arrives. */
  follow(channel: Channel): () => void {
    this.#isGreeting = true;
    const leave = channel(this);
    this.#isGreeting = false;
    return () => {
      leave();
      this.#timer?.clear();
      this.#swapped = undefined;
      this.#underway = [];
    };
  }

  push(frame: Frame): void {
    if (this.#faults.arePushesPlain && !this.#isHolding) this.#outbox.push(frame);
    else this.#go(frame, this.#strike());
  }

  offer(frame: Frame, drained: () => void): boolean {
    if (this.#faults.arePushesPlain && !this.#isHolding) return this.#outbox.offer(frame, drained);
    const fault = this.#strike();
    if (fault === undefined && !this.#isHolding) return this.#outbox.offer(frame, drained);
    this.#go(frame, fault);
    return true;
  }

  /** The first of the faults that strike; each counts the push, if it is about it. */
  #strike(): Fault | undefined {
    const faults = this.#faults;
    const { holder } = this.#connection;
    const struck = faults.pushing.filter(
      (fault) =>
        (fault.kind === "stale") === this.#isGreeting &&
        fault.concernsPush(this.#channel, holder) &&
        faults.strikes(fault),
    );
    const [first] = struck;
    if (first !== undefined) this.#connection.noteTraffic(this.#channel, first.kind);
    return first;
  }

  #go(frame: Frame, fault: Fault | undefined): void {
    switch (fault?.kind) {
      case "push-dropped":
        return;
      case "push-duplicated":
        this.#send(frame);
        this.#send(frame);
        return;
      case "push-delayed":
        this.#send(frame, fault.spec.ms);
        return;
      case "push-reordered":
        if (this.#swapped === undefined) this.#swap(frame);
        else this.#send(frame);
        return;
      case "stale":
        this.#send(fault.shownFirst(`${this.#channel} ${shapeOf(frame)}`, frame));
        return;
      case "half-closed":
        this.#connection.halfClose();
        return;
      case "maintenance":
        this.#connection.closeForMaintenance();
        return;
      default:
        this.#send(frame);
    }
  }

  /** Holds it back until the next one has been sent. */
  #swap(frame: Frame): void {
    this.#swapped = frame;
    this.#isHolding = true;
  }

  /** Sends it now, or after `delayMs` of market time; and never before what was sent before it. */
  #send(frame: Frame, delayMs = 0): void {
    const { alarm, now } = this.#faults.parts;
    if (alarm === undefined || (delayMs === 0 && this.#underway.length === 0)) {
      this.#arrive(frame);
      return;
    }
    this.#underway.push({ due: now() + delayMs, frame });
    this.#isHolding = true;
    if (this.#underway.length > UNDERWAY_MAX) this.#arrive(this.#underway.shift()!.frame);
    if (this.#timer === undefined) this.#deliver();
  }

  /** Delivers what has arrived, and looks again when the next one does. */
  #deliver(): void {
    const { alarm, now } = this.#faults.parts;
    this.#timer = undefined;
    const time = now();
    while (this.#underway.length > 0 && this.#underway[0]!.due <= time)
      this.#arrive(this.#underway.shift()!.frame);
    const [next] = this.#underway;
    if (next !== undefined) this.#timer = alarm?.(next.due, () => this.#deliver());
  }

  #arrive(frame: Frame): void {
    this.#outbox.push(frame);
    if (this.#swapped !== undefined) this.#outbox.push(this.#swapped);
    this.#swapped = undefined;
    this.#isHolding = this.#underway.length > 0;
  }
}

/** The names of a push's fields: dialects that have channels of one name push them in shapes of their own. */
function shapeOf(frame: Frame): string {
  return Object.keys(JSON.parse(textOfFrame(frame)) as object).join();
}
