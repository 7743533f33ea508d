import type { WireProfile } from "../../../interface/wire/index.ts";
import type { PrivateChannel } from "../../../interface/wire/sockets.ts";
import type { Frame } from "./frame.ts";

/**
 * What an account is shown of itself. One implementation a version and market; a connection is one account's.
 */
export interface PrivateChannels {
  /**
   * Pushes what happens to the account from now on, each push once it is durable, until the returned function
   * is called.
   *
   * @param name the channel as the client asked for it, echoed in its pushes
   * @param profile of the key, where it has one of its own
   * @param push takes whole frames; what it does to a client that reads too slowly is not the caller's
   * concern
   */
  open(
    account: number,
    channel: PrivateChannel,
    name: string,
    push: (frame: Frame) => void,
    profile: WireProfile | undefined,
  ): () => void;
}
