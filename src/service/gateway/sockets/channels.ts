import type { Pushing } from "./outbox.ts";

/** The channels that one address offers. */
export interface ChannelBook {
  /**
   * The channel of a name.
   *
   * @param channel as the client asked for it
   * @throws ChannelError for a name that is none, WireError for one that the client may not have
   */
  find(channel: string): Channel;
}

/** Shows a channel to a connection, from its snapshot on if it has one; returns the way to stop. */
export interface Channel {
  (outbox: Pushing): () => void;
  /** What faults and traffic events call it, where the name by which it is asked for is a secret. */
  readonly called?: string;
}

/** A channel that does not exist; the message says what does. */
export class ChannelError extends Error {
  override readonly name = "ChannelError";
}
