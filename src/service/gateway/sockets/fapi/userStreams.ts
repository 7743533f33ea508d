import { sockets } from "../../../../interface/wire/fapi/sockets/index.ts";
import type { ListenKeyExpired } from "../../../../interface/wire/fapi/userStream.ts";
import type { WireProfile } from "../../../../interface/wire/index.ts";
import type { KnownAccount } from "../../auth/accounts.ts";
import { authorize, checkAddress } from "../../auth/authenticate.ts";
import { userEvents } from "../../fapi/user/userEvents.ts";
import { rulesOf, type Services } from "../../serve.ts";
import type { AccountEncoder } from "../account/accountFeed.ts";
import { AccountFeed } from "../account/accountFeed.ts";
import type { IncomingConnection } from "../apiVersion.ts";
import type { Channel } from "../channels.ts";
import { encodeFrame } from "../frame.ts";

/** The user data streams of the fapi dialect, by listen key. */
export class UserStreams {
  readonly #services: Services;
  readonly #feed: AccountFeed;
  /** Encoders, by what they encode, so that connections that follow alike share the frames. */
  readonly #encoders = new Map<string, AccountEncoder>();

  constructor(services: Services) {
    this.#services = services;
    this.#feed = new AccountFeed(services);
  }

  /**
   * The stream of a listen key; undefined for a name that is no key that is alive.
   *
   * @param kinds of events that are sent; without any, all
   * @param entrance the connection ends with the API key
   * @throws WireError where the API key may not read
   */
  find(
    listenKey: string,
    kinds: readonly string[],
    { address, admit }: Pick<IncomingConnection, "address" | "admit">,
  ): Channel | undefined {
    const { listenKeys, now } = this.#services;
    const holder = listenKeys.holderOf(listenKey);
    if (holder === undefined) return undefined;
    checkAddress(holder, now(), address);
    authorize(holder, "read", now());
    const follow: Channel = (outbox) => {
      admit(holder);
      let leave = (): void => {};
      let isGone = false;
      const begin = (): void => {
        if (isGone) return;
        const encode = this.#encoder(kinds, holder.profile ?? this.#services.profile);
        const push = outbox.push.bind(outbox);
        leave = this.#feed.subscribe(holder.account.account, {
          channel: "orders",
          name: listenKey,
          encode,
          push,
        });
      };
      const end = (): void => {
        isGone = true;
        leave();
      };
      const unwatch = listenKeys.watch(holder, () => {
        end();
        const expired: ListenKeyExpired = { e: "listenKeyExpired", E: now(), listenKey };
        outbox.push(encodeFrame(JSON.stringify(expired)));
      });
      this.#whenKnown(holder.account, begin);
      return () => {
        unwatch();
        end();
      };
    };
    return Object.assign(follow, { called: sockets.channels.user.called });
  }

  /** Orders are shown by the account's mode. */
  #whenKnown(account: KnownAccount, begin: () => void): void {
    const { authenticator, log } = this.#services;
    if (account.known) begin();
    else
      authenticator.keys.accounts.settled(account).then(begin, (error: unknown) => {
        log.warn(
          { err: error, account: account.account },
          "an account could not be read for its user data stream",
        );
      });
  }

  #encoder(kinds: readonly string[], profile: WireProfile): AccountEncoder {
    const way = `${profile.conditionalOrders} ${kinds.join("/")}`;
    let encode = this.#encoders.get(way);
    if (encode === undefined) {
      const { contracts, views, authenticator, now } = this.#services;
      const context = {
        contracts,
        markOf: ({ contract }: { readonly contract: number }) => views.contractAt(contract).mark.points,
        rulesOf: (account: number) => rulesOf(authenticator.keys.accounts.of(account), profile),
      };
      encode = (update) =>
        userEvents(update, context, { sent: now(), happened: update.time })
          .filter(({ e }) => kinds.length === 0 || kinds.includes(e))
          .map((event) => JSON.stringify(event));
      this.#encoders.set(way, encode);
    }
    return encode;
  }
}
