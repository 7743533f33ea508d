import type { TimeMs } from "../../../core/index.ts";
import { WireError } from "../../../wire/index.ts";
import type { Authenticator } from "../../auth/authenticate.ts";
import { authorize } from "../../auth/authenticate.ts";
import type { ApiKey, Keys } from "../../auth/keys.ts";
import type { Channel, ChannelBook, ChannelError } from "../channels.ts";
import type { PrivateChannel, PrivateChannels } from "../privateChannels.ts";

/** How a version of the interface calls the private channels. */
export interface ChannelNames {
  readonly channels: ReadonlyMap<string, PrivateChannel>;
  /** Says that a name is none of them. */
  unknown(name: string): ChannelError;
}

/** The private channels of the holder of a key. What the key may do is looked at each time. */
export class AccountChannels implements ChannelBook {
  readonly #keys: Keys;
  readonly #now: () => TimeMs;
  readonly #key: string;
  readonly #channels: PrivateChannels;
  readonly #names: ChannelNames;

  constructor(
    { keys, now }: Pick<Authenticator, "keys" | "now">,
    holder: ApiKey,
    channels: PrivateChannels,
    names: ChannelNames,
  ) {
    this.#keys = keys;
    this.#now = now;
    this.#key = holder.key;
    this.#channels = channels;
    this.#names = names;
  }

  find(name: string): Channel {
    const channel = this.#names.channels.get(name);
    if (channel === undefined) throw this.#names.unknown(name);
    const key = this.#keys.find(this.#key);
    if (key === undefined) throw new WireError("keyUnknown");
    authorize(key, "read", this.#now());
    const { profile } = key;
    const { account } = key.account;
    return (outbox) => this.#channels.open(account, channel, name, (frame) => outbox.push(frame), profile);
  }
}
