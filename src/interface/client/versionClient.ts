import { fieldsOf, filledText, oneOf, requireArguments } from "../wire/argument.ts";
import type { Channels } from "./channels.ts";
import type { Answer } from "./form.ts";
import { CALL, type CallOptions, type Operation } from "./operation.ts";
import type { Rest } from "./rest.ts";
import type { ServerClock } from "./serverClock.ts";
import type { LineState } from "./socketSession.ts";
import type { BudgetUse } from "./throttle.ts";

const SOCKET = { socket: oneOf(["public", "private"]) };
const ASK = {
  operation: fieldsOf({ method: oneOf(["GET", "POST", "DELETE"]), path: filledText }, true),
  ...CALL,
};

/** What the client of either version has beside its operations. */
export abstract class VersionClient<Message extends object> {
  /** The time that requests are signed with, and how far the venue's is from it. */
  readonly clock: ServerClock;
  readonly #rest: Rest;
  readonly #sockets: Sockets<Message>;

  protected constructor(
    { clock, rest }: { readonly clock: ServerClock; readonly rest: Rest },
    sockets: Sockets<Message>,
  ) {
    this.clock = clock;
    this.#rest = rest;
    this.#sockets = sockets;
  }

  /** The time that a message takes to the venue and back on a socket, ms. */
  async echo(socket: "public" | "private"): Promise<number> {
    requireArguments("echo", SOCKET, [socket]);
    return this.#sockets[socket].echo();
  }

  /**
   * The state of a socket's connection: `doubtful` after eight seconds in which nothing was heard on it,
   * whatever the operating system says of the connection.
   */
  line(socket: "public" | "private"): LineState {
    requireArguments("line", SOCKET, [socket]);
    return this.#sockets[socket].line;
  }

  /** Drops a socket's connection, as a network might: lets a program test how it copes with that. */
  dropConnection(socket: "public" | "private"): void {
    requireArguments("dropConnection", SOCKET, [socket]);
    this.#sockets[socket].drop();
  }

  /**
   * What of the venue's budgets this client has used, rule by rule; other programs of the account use them,
   * too.
   */
  budgets(): readonly BudgetUse[] {
    return this.#rest.budgets();
  }

  /** Closes the sockets and ends all feeds. REST goes on working. */
  close(): void {
    this.#sockets.public.close();
    this.#sockets.private.close();
  }

  /**
   * Calls an operation and tells, beside its answer, up to which of its changes the account is in the answer:
   * the account's change counter. The functions of the groups call this one, and leave the counter out.
   *
   * @throws VenueError the venue's refusal
   * @throws NoAnswerError after the last attempt
   * @throws ThrottledError not sent: the venue's budgets had no room for the request in time
   */
  async ask<In, Out>(operation: Operation<In, Out>, input: In, options?: CallOptions): Promise<Answer<Out>> {
    requireArguments("ask", ASK, [operation, input, options]);
    return this.#rest.ask(operation, input, options);
  }
}

/** The two sockets of a version; each connects when something is first asked of it. */
export interface Sockets<Message extends object> {
  readonly public: Channels<Message>;
  readonly private: Channels<Message>;
}
