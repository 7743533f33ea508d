import type { WireProfile } from "../../../wire/index.ts";
import type { Contracts } from "../../contracts.ts";
import type { Services } from "../../serve.ts";
import type { Speak } from "../account/accountFeed.ts";
import { AccountFeed } from "../account/accountFeed.ts";
import type { Frame } from "../frame.ts";
import type { PrivateChannel, PrivateChannels } from "../privateChannels.ts";
import { speaking } from "./accountEncoders.ts";

/** What V2 shows an account of itself: every change, in the words of its key's profile. */
export class AccountPushes implements PrivateChannels {
  readonly #feed: AccountFeed;
  readonly #contracts: Contracts;
  readonly #profile: WireProfile;
  readonly #speakers = new Map<WireProfile, Speak>();

  constructor(services: Services) {
    this.#feed = new AccountFeed(services);
    this.#contracts = services.contracts;
    this.#profile = services.profile;
  }

  open(
    account: number,
    channel: PrivateChannel,
    name: string,
    push: (frame: Frame) => void,
    profile = this.#profile,
  ): () => void {
    const speak = this.#speakers.get(profile) ?? speaking(this.#contracts, profile);
    this.#speakers.set(profile, speak);
    return this.#feed.subscribe(account, { channel, name, speak, push });
  }
}
