import type { WireProfile } from "../../../interface/wire/index.ts";
import type { PrivateChannel } from "../../../interface/wire/sockets.ts";
import type { Frame } from "./frame.ts";

/**
 * The source of pushes for private channels, on which an account is shown what happens to it. There is one
 * for each version of the interface, and for the real market and the paper one.
 */
export interface PrivateChannels {
  /**
   * Pushes what happens to the account from now on, each push once it is durable, until the returned function
   * is called.
   *
   * @param name the channel as the client asked for it, echoed in its pushes
   * @param profile the key's wire profile, where it has one of its own
   * @param push sends a WebSocket frame; it deals with a client that reads too slowly
   */
  open(
    account: number,
    channel: PrivateChannel,
    name: string,
    push: (frame: Frame) => void,
    profile: WireProfile | undefined,
  ): () => void;
}
