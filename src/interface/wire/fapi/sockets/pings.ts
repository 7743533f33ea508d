/** How often the dialect's sockets ping, and how many pings a client may leave unanswered. */
export const PINGS = { everyMs: 180_000, unansweredMax: 3 };
