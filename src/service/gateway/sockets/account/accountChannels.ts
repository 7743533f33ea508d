import { WireError } from "../../../../interface/wire/index.ts";
import type { PrivateChannel, SocketsDeclaration } from "../../../../interface/wire/sockets.ts";
import type { TimeMs } from "../../../../kernel/core/index.ts";
import type { Authenticator } from "../../auth/authenticate.ts";
import { authorize } from "../../auth/authenticate.ts";
import type { ApiKey, Keys } from "../../auth/keys.ts";
import type { Channel, ChannelBook } from "../channels.ts";
import { ChannelError } from "../channels.ts";
import type { PrivateChannels } from "../privateChannels.ts";

/** The private channels of a version of the interface, by their names. */
export interface ChannelNames {
  readonly channels: ReadonlyMap<string, PrivateChannel>;
  /** The channels of the holder's paper account. */
  readonly onPaper: ReadonlyMap<string, PrivateChannel>;
  /** The error for an unknown name. */
  unknown(name: string): ChannelError;
}

/**
 * The private channels that a version declares, by their names and aliases. @param unknown the error for
 * another name
 */
export function channelNames(
  { channels }: SocketsDeclaration,
  unknown: (name: string) => ChannelError,
): ChannelNames {
  const named = (paper: boolean) =>
    Object.values(channels).flatMap(({ address, aliases = [], shows, onPaper = false }) =>
      shows === undefined || onPaper !== paper
        ? []
        : [address, ...aliases].map((name) => [name, shows] as const),
    );
  return { channels: new Map(named(false)), onPaper: new Map(named(true)), unknown };
}

/** The sources of pushes for an account, and for one that trades on paper. */
export interface Pushes {
  readonly real: PrivateChannels;
  readonly paper?: PrivateChannels;
}

/** The private channels that a connection's key may read; that is checked at each subscription. */
export class AccountChannels implements ChannelBook {
  readonly #keys: Keys;
  readonly #now: () => TimeMs;
  readonly #key: string;
  readonly #pushes: Pushes;
  readonly #names: ChannelNames;

  constructor(
    { keys, now }: Pick<Authenticator, "keys" | "now">,
    holder: ApiKey,
    pushes: Pushes,
    names: ChannelNames,
  ) {
    this.#keys = keys;
    this.#now = now;
    this.#key = holder.key;
    this.#pushes = pushes;
    this.#names = names;
  }

  find(name: string): Channel {
    const { channels, onPaper, unknown } = this.#names;
    const channel = channels.get(name) ?? onPaper.get(name);
    if (channel === undefined) throw unknown(name);
    const key = this.#keys.find(this.#key);
    if (key === undefined) throw new WireError("keyUnknown");
    authorize(key, "read", this.#now());
    const { profile } = key;
    const { account, paper } = key.account;
    if (channels.has(name)) {
      const { real } = this.#pushes;
      return (outbox) => real.open(account, channel, name, (frame) => outbox.push(frame), profile);
    }
    if (paper === 0) throw new ChannelError("no paper account yet: GET /capi/v3/sim/balance opens it");
    const pushes = this.#pushes.paper!;
    return (outbox) => pushes.open(paper, channel, name, (frame) => outbox.push(frame), profile);
  }
}
