import type { Pushing } from "./outbox.ts";

/** The channels that one address offers. */
export interface ChannelBook {
  /**
   * The channel of a name.
   *
   * @param channel as the client asked for it
   * @throws ChannelError for an unknown name, WireError for a channel that the client may not have
   */
  find(channel: string): Channel;
}

/** Shows a channel to a connection, beginning with its snapshot if it has one; returns how to stop. */
export interface Channel {
  (outbox: Pushing): () => void;
  /**
   * The name that faults and traffic events use, where the name by which the channel is asked for is a
   * secret.
   */
  readonly called?: string;
}

/** A channel that does not exist; the message says which do. */
export class ChannelError extends Error {
  override readonly name = "ChannelError";
}
