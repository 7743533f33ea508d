import { expect } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import type { Reply } from "./client.ts";
import { send } from "./client.ts";

/** A venue, or the process of one, as an operator reaches it. */
export type Operated = Pick<Venue, "controlUrl" | "adminToken">;

/**
 * Calls control, by POST where there is a body.
 *
 * @param path below /control/
 * @param body a string is sent as it is
 */
export function control(venue: Operated, path: string, body?: object | string): Promise<Reply> {
  return send({
    method: body === undefined ? "GET" : "POST",
    url: `${venue.controlUrl}/control/${path}`,
    headers: { authorization: `Bearer ${venue.adminToken}` },
    body: body === undefined || typeof body === "string" ? (body ?? "") : JSON.stringify(body),
  });
}

/** What control answers to a call that it carries out. */
export async function operate(venue: Operated, path: string, body?: object): Promise<Reply["body"]> {
  const { status, text, body: answer } = await control(venue, path, body);
  expect(status, text).toBe(200);
  return answer;
}
