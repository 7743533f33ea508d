import { sockets } from "../../interface/wire/fapi/sockets/index.ts";
import { depthLevels } from "../../interface/wire/v3/sockets/index.ts";

/**
 * Words in the names of V2's and V3's private channels that tell of fills, paper accounts' channels included.
 */
const OF_FILLS = ["fill", "order", "position"];

/** fapi's user data streams, which tell everything of an account, as faults and traffic events call them. */
const OF_ALL = Object.values(sockets.channels).flatMap((channel) =>
  "called" in channel ? [channel.called] : [],
);

/** Channels by which a bot hears of its account, as a fault names them. */
export const ACCOUNT_CHANNELS: string[] = [...OF_FILLS, "account"].map((word) => `*${word}*`).concat(OF_ALL);

/**
 * Channels whose pushes tell what changed in a book, as a fault names them. A channel that pushes all that it
 * shows each time (a partial book of fapi) leaves nothing wrong where one is lost.
 */
export const CHANGED_BOOKS: string[] = [
  "depth.*",
  ...["*@depth", "*@depth@*"],
  ...depthLevels.map((levels) => `*@depth${levels}`),
];

/** Whether a channel tells of fills, or of what they change. */
export function carriesFills(channel: string): boolean {
  return OF_ALL.includes(channel as never) || OF_FILLS.some((word) => channel.toLowerCase().includes(word));
}
