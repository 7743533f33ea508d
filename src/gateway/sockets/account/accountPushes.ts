import type { WireProfile } from "../../../wire/index.ts";
import type { PrivateChannel } from "../../../wire/sockets.ts";
import type { ContractList } from "../../contracts.ts";
import type { Services } from "../../serve.ts";
import type { Frame } from "../frame.ts";
import type { PrivateChannels } from "../privateChannels.ts";
import type { Speak } from "./accountFeed.ts";
import { AccountFeed } from "./accountFeed.ts";

/** How a version of the interface speaks of an account, under a profile. */
export type Speaking = (contracts: ContractList, profile: WireProfile) => Speak;

/**
 * What an account is shown of itself: every change, in the words of a version of the interface and of its
 * key's profile.
 */
export class AccountPushes implements PrivateChannels {
  readonly #feed: AccountFeed;
  readonly #contracts: ContractList;
  readonly #profile: WireProfile;
  readonly #speaking: Speaking;
  readonly #speakers = new Map<WireProfile, Speak>();

  /** @param contracts under the names that the account knows them by */
  constructor(services: Services, speaking: Speaking, contracts: ContractList = services.contracts) {
    this.#feed = new AccountFeed(services);
    this.#contracts = contracts;
    this.#profile = services.profile;
    this.#speaking = speaking;
  }

  open(
    account: number,
    channel: PrivateChannel,
    name: string,
    push: (frame: Frame) => void,
    profile = this.#profile,
  ): () => void {
    const speak = this.#speakers.get(profile) ?? this.#speaking(this.#contracts, profile);
    this.#speakers.set(profile, speak);
    return this.#feed.subscribe(account, { channel, name, speak, push });
  }
}
