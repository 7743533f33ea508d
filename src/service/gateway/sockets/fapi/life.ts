import { DAY_MS } from "../../../../kernel/host/clock.ts";
import type { Connection } from "../connection.ts";
import { CLOSE_GOING_AWAY } from "../connection.ts";

/** Closes a connection that has lived for a day. */
export function endAfterDay(connection: Connection, livedMs: number): void {
  if (livedMs >= DAY_MS)
    connection.close(CLOSE_GOING_AWAY, "a connection is closed after 24 hours: connect again");
}
