import { WireError } from "../../../wire/index.ts";
import { authorize } from "../../auth/authenticate.ts";
import type { ApiKey, Keys } from "../../auth/keys.ts";
import type { PrivateChannel, PrivateChannels } from "../privateChannels.ts";
import type { Channel, ChannelBook } from "./channels.ts";
import { ChannelError } from "./channels.ts";

/** The private channels by every name that clients use. */
const CHANNELS: ReadonlyMap<string, PrivateChannel> = new Map([
  ["account", "account"],
  ["positions", "positions"],
  ["position", "positions"],
  ["fill", "fill"],
  ["trade", "fill"],
  ["orders", "orders"],
  ["order", "orders"],
]);

/** The private channels of the holder of a key. What the key may do is looked at each time. */
export class AccountChannels implements ChannelBook {
  readonly #keys: Keys;
  readonly #key: string;
  readonly #channels: PrivateChannels;

  constructor(keys: Keys, holder: ApiKey, channels: PrivateChannels) {
    this.#keys = keys;
    this.#key = holder.key;
    this.#channels = channels;
  }

  find(name: string): Channel {
    const channel = CHANNELS.get(name);
    if (channel === undefined) {
      throw new ChannelError("invalid channel: one of account, positions, fill, orders");
    }
    const key = this.#keys.find(this.#key);
    if (key === undefined) throw new WireError("keyUnknown");
    authorize(key, "read");
    const { profile } = key;
    const { account } = key.account;
    return (outbox) => this.#channels.open(account, channel, name, (frame) => outbox.push(frame), profile);
  }
}
