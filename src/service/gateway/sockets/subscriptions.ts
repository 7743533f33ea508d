import type { Clock } from "../../../kernel/host/clock.ts";
import type { Limits } from "../limits/limits.ts";
import type { LimitProfile } from "../limits/profile.ts";
import type { Channel } from "./channels.ts";
import type { Connection } from "./connection.ts";
import { Operations } from "./operations.ts";
import { PushLine } from "./pushLine.ts";

/**
 * The subscriptions of one connection: for each, by the channel's full name, the function that leaves it.
 */
export class Subscriptions {
  readonly #connection: Connection;
  readonly #operations: Operations;
  readonly #leaves = new Map<string, () => void>();

  /** @param of the kind of limits that the connection has */
  constructor(
    connection: Connection,
    limits: Limits,
    clock: Clock,
    of = ({ sockets }: LimitProfile) => sockets,
  ) {
    this.#connection = connection;
    this.#operations = new Operations(() => of(limits.profile), clock);
  }

  /** The names of the subscriptions. */
  get names(): readonly string[] {
    return [...this.#leaves.keys()];
  }

  get isEmpty(): boolean {
    return this.#leaves.size === 0;
  }

  has(name: string): boolean {
    return this.#leaves.has(name);
  }

  /** Counts a subscription; refuses with 429 one too many. */
  count(): void {
    this.#operations.take();
  }

  /** Refuses with 429 more channels than a connection may hold. */
  checkRoom(names: Iterable<string>): void {
    let held = this.#leaves.size;
    for (const name of names) if (!this.#leaves.has(name)) this.#operations.checkChannels(held++);
  }

  /**
   * Joins a channel. One that is subscribed to already begins anew, with a snapshot if it has one.
   *
   * @param called the name that faults and traffic events use
   */
  join(name: string, channel: Channel, called = channel.called ?? name): void {
    this.leave(name);
    this.#connection.noteTraffic(called);
    const leave = new PushLine(this.#connection, called).follow(channel);
    // The first push may have closed the connection of a slow reader.
    if (this.#connection.isOpen) this.#leaves.set(name, leave);
    else leave();
  }

  leave(name: string): void {
    this.#leaves.get(name)?.();
    this.#leaves.delete(name);
  }

  leaveAll(): void {
    for (const leave of this.#leaves.values()) leave();
    this.#leaves.clear();
  }
}
