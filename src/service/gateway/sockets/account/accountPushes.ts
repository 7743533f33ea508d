import type { WireProfile } from "../../../../interface/wire/index.ts";
import type { PrivateChannel } from "../../../../interface/wire/sockets.ts";
import type { ContractList } from "../../contracts.ts";
import type { Services } from "../../serve.ts";
import type { Frame } from "../frame.ts";
import type { PrivateChannels } from "../privateChannels.ts";
import type { AccountEncoder } from "./accountFeed.ts";
import { AccountFeed } from "./accountFeed.ts";

/** Makes the encoder of an account's updates for a version of the interface, under a wire profile. */
export type AccountEncoderFactory = (contracts: ContractList, profile: WireProfile) => AccountEncoder;

/**
 * The pushes of private channels: every change of an account, in the words of a version of the interface and
 * of its key's profile. A frame is an encoded WebSocket frame here.
 */
export class AccountPushes implements PrivateChannels {
  readonly #feed: AccountFeed;
  readonly #contracts: ContractList;
  readonly #profile: WireProfile;
  readonly #encoderFor: AccountEncoderFactory;
  readonly #encoders = new Map<WireProfile, AccountEncoder>();

  /** @param contracts whose names the account is shown */
  constructor(
    services: Services,
    encoderFor: AccountEncoderFactory,
    contracts: ContractList = services.contracts,
  ) {
    this.#feed = new AccountFeed(services);
    this.#contracts = contracts;
    this.#profile = services.profile;
    this.#encoderFor = encoderFor;
  }

  open(
    account: number,
    channel: PrivateChannel,
    channelName: string,
    push: (frame: Frame) => void,
    profile = this.#profile,
  ): () => void {
    const encode = this.#encoders.get(profile) ?? this.#encoderFor(this.#contracts, profile);
    this.#encoders.set(profile, encode);
    return this.#feed.subscribe(account, { channel, name: channelName, encode, push });
  }
}
