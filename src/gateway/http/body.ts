import { WireError } from "../../wire/index.ts";
import type { Response } from "./respond.ts";
import { closing, refusedResponse } from "./respond.ts";

/** Largest request body, on every route. */
export const BODY_MAX_BYTES = 64 * 1024;

/** Refuses a larger one; the connection is closed, since the rest of the body is still on its way. */
export function bodyTooLarge(url: string, now: number): Response {
  const error = new WireError("bodyTooLarge", `Request body too large: at most ${BODY_MAX_BYTES} bytes`);
  return closing(refusedResponse(url, error, now));
}
