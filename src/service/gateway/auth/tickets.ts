import { randomBytes } from "node:crypto";
import type { Clock } from "../../../kernel/host/clock.ts";

/** How long a ticket is valid, ms. */
export const TICKET_MS = 10_000;
/** Valid tickets at a time; beyond this the oldest becomes invalid. */
const TICKETS_MAX = 10_000;

/** The holder of a ticket. */
export interface TicketHolder {
  readonly key: string;
  /** The client's address, as `ClientAddresses` finds it. */
  readonly address: string;
}

/**
 * Tickets for the private sockets of browsers, which cannot sign a handshake: they send no headers of their
 * own with it. A signed request gets a ticket, and the handshake shows it. It is good once, for
 * {@link TICKET_MS}, for the key and the address that asked for it.
 */
export class Tickets {
  readonly #clock: Clock;
  /** In the order in which they were given out. */
  readonly #out = new Map<string, TicketHolder & { readonly untilMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A new ticket, 256 random bits: characters that a subprotocol's name may have. */
  issue(holder: TicketHolder): string {
    const nowMs = this.#clock.monotonicMs();
    for (const [ticket, { untilMs }] of this.#out) {
      if (untilMs > nowMs && this.#out.size < TICKETS_MAX) break;
      this.#out.delete(ticket);
    }
    const ticket = randomBytes(32).toString("base64url");
    this.#out.set(ticket, { ...holder, untilMs: nowMs + TICKET_MS });
    return ticket;
  }

  /**
   * The key of a ticket, which is then used up; `undefined` if the ticket is unknown, expired, or from
   * another address.
   */
  take(ticket: string, address: string): string | undefined {
    const found = this.#out.get(ticket);
    this.#out.delete(ticket);
    if (found === undefined || found.address !== address) return undefined;
    return this.#clock.monotonicMs() < found.untilMs ? found.key : undefined;
  }
}
