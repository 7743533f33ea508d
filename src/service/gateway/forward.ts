import { languageOf, WireError } from "../../interface/wire/index.ts";
import type { Tickets } from "./auth/tickets.ts";
import type { LeaderPort } from "./http/leaderPort.ts";
import type { RequestHead } from "./http/requestHead.ts";
import type { Response } from "./http/respond.ts";
import { errorResponse } from "./http/respond.ts";
import type { Operation } from "./operation.ts";
import type { Services } from "./serve.ts";

/** What the form of a refusal depends on. */
export type Refusing = Pick<Services, "log" | "now" | "profile">;

/**
 * Has the leader answer a request that changes something. `undefined`: this node has to answer it. Never
 * rejects.
 */
export async function forwarded(
  leader: LeaderPort,
  refusing: Refusing,
  operation: Operation,
  head: RequestHead,
  body: Uint8Array,
): Promise<Response | undefined> {
  const { method, url, headers, address, message } = head;
  const request = { method, url, headers, address, message, body };
  try {
    // The core remembers the signatures of placements: a repetition gets the first answer, whichever node
    // leads.
    return await leader.send(request, operation.access === "place");
  } catch (cause) {
    if (!(cause instanceof WireError))
      refusing.log.error({ err: cause, path: operation.path }, "a request could not be passed on");
    const error = cause instanceof WireError ? cause : new WireError("internal");
    return refusalTo(refusing, operation, head, error);
  }
}

/** The refusal of a request to an operation before it is examined. */
export function refusalTo(
  { now, profile }: Refusing,
  operation: Operation,
  { url, headers: { locale } }: RequestHead,
  error: WireError,
): Response {
  const language = languageOf(typeof locale === "string" ? locale : undefined);
  const path = url.split("?", 1)[0]!;
  return errorResponse(operation.api, error, { now: now(), path, language, profile });
}

/**
 * Whether only the leader can answer a request: one that changes something, or asks for what the leader
 * alone knows.
 */
export function isForLeader(operation: Operation): boolean {
  return operation.isLeaders === true || changesSomething(operation);
}

export function changesSomething({ access }: Operation): boolean {
  return access !== "public" && access !== "read";
}

/**
 * The refusal for everybody who wants to change something in the replay of a journal: no key or token allows
 * it.
 */
export function readOnly(): WireError {
  return new WireError(
    "permissionInsufficient",
    "Insufficient permissions for this operation: this venue replays a journal and is read-only",
  );
}

/** The method of a request between nodes that redeems a ticket; the ticket is its URL. */
export const REDEEM = "REDEEM";

/**
 * Redeems a ticket at the leader, which has given it out. @returns the ticket's key; "" if there is no such
 * ticket
 */
export async function redeemed(
  leader: LeaderPort | undefined,
  tickets: Tickets,
  ticket: string,
  address: string,
): Promise<string> {
  const request = { method: REDEEM, url: ticket, headers: {}, address, body: new Uint8Array(0) };
  const there = leader === undefined || leader.isHere ? undefined : await leader.send(request, false);
  return there?.body ?? tickets.take(ticket, address) ?? "";
}
