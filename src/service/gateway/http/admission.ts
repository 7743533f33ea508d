import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { normalAddress } from "../addresses.ts";
import type { Limits } from "../limits/limits.ts";
import type { ClientAddresses } from "./clientAddresses.ts";

/** Decides which connections are accepted: an address may open only so many, each upgrade counted as one. */
export class Admission {
  readonly #limits: Limits;
  readonly #addresses: ClientAddresses;
  readonly #refused = new WeakSet<Socket>();
  readonly #used = new WeakSet<Socket>();

  constructor(limits: Limits, addresses: ClientAddresses) {
    this.#limits = limits;
    this.#addresses = addresses;
  }

  /**
   * Counts a connection for its address. False: it is over the limit, and each of its requests is refused.
   */
  admit(socket: Socket): boolean {
    const address = normalAddress(socket.remoteAddress ?? "");
    // A proxy's own connections count for no address; upgrades that come through it count for the address it
    // forwards.
    const isAdmitted = this.#addresses.isProxy(address) || this.#limits.takeConnection(address);
    if (!isAdmitted) this.#refused.add(socket);
    return isAdmitted;
  }

  isRefused(socket: Socket): boolean {
    return this.#refused.has(socket);
  }

  /**
   * Marks a connection that has carried requests: if it is upgraded, that is counted as another connection.
   * One that is upgraded at once was counted when it was opened.
   */
  use(socket: Socket): void {
    this.#used.add(socket);
  }

  /** Counts an upgrade. */
  admitUpgrade(request: IncomingMessage): boolean {
    const { socket } = request;
    if (this.carriesMany(socket)) return this.#limits.takeConnection(this.#addresses.of(request));
    return !this.#refused.has(socket) && (!this.#used.has(socket) || this.admit(socket));
  }

  /** Whether a proxy sends the requests of many clients over the connection. */
  carriesMany(socket: Socket): boolean {
    return this.#addresses.isProxy(normalAddress(socket.remoteAddress ?? ""));
  }
}
