import type { ListenKeyExpired, UserEvent } from "../../../wire/fapi/userStream.ts";
import type { WireProfile } from "../../../wire/index.ts";
import type { KnownAccount } from "../../auth/accounts.ts";
import { authorize } from "../../auth/authenticate.ts";
import { userEvents } from "../../fapi/user/userEvents.ts";
import { rulesOf, type Services } from "../../serve.ts";
import type { Speak } from "../account/accountFeed.ts";
import { AccountFeed } from "../account/accountFeed.ts";
import type { Channel } from "../channels.ts";
import { encodeFrame } from "../frame.ts";

/** How a connection follows a user data stream. */
export interface Following {
  /** Whether events come wrapped in the stream's name, as on an address with /stream. */
  readonly isWrapped: boolean;
  /** Kinds of events that are sent; without any, all. */
  readonly kinds?: readonly string[] | undefined;
}

/** The user data streams of the fapi dialect, by listen key. */
export class UserStreams {
  readonly #services: Services;
  readonly #feed: AccountFeed;
  /** Ways of speaking, so that connections that follow alike share the frames. */
  readonly #speakers = new Map<string, Speak>();

  constructor(services: Services) {
    this.#services = services;
    this.#feed = new AccountFeed(services);
  }

  /**
   * The stream of a listen key; undefined for a name that is no key that is alive.
   *
   * @throws WireError where the API key may not read
   */
  find(listenKey: string, following: Following): Channel | undefined {
    const { listenKeys, now } = this.#services;
    const holder = listenKeys.holderOf(listenKey);
    if (holder === undefined) return undefined;
    authorize(holder, "read", now());
    return (outbox) => {
      let leave = (): void => {};
      let isGone = false;
      const begin = (): void => {
        if (isGone) return;
        const speak = this.#speaker(following, holder.profile ?? this.#services.profile);
        const push = outbox.push.bind(outbox);
        leave = this.#feed.subscribe(holder.account.account, {
          channel: "orders",
          name: listenKey,
          speak,
          push,
        });
      };
      const end = (): void => {
        isGone = true;
        leave();
      };
      const unwatch = listenKeys.watch(listenKey, () => {
        end();
        const expired: ListenKeyExpired = { e: "listenKeyExpired", E: now(), listenKey };
        outbox.push(encodeFrame(textOf(expired, listenKey, following)));
      });
      this.#whenKnown(holder.account, begin);
      return () => {
        unwatch();
        end();
      };
    };
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

  #speaker(following: Following, profile: WireProfile): Speak {
    const { isWrapped, kinds = [] } = following;
    const way = `${profile.conditionalOrders} ${isWrapped} ${kinds.join("/")}`;
    let speak = this.#speakers.get(way);
    if (speak === undefined) {
      const { contracts, views, authenticator, now } = this.#services;
      const telling = {
        contracts,
        markOf: ({ contract }: { readonly contract: number }) => views.market(contract).mark.points,
        rulesOf: (account: number) => rulesOf(authenticator.keys.accounts.of(account), profile),
      };
      speak = (update, _channel, listenKey) =>
        userEvents(update, telling, { sent: now(), happened: update.time })
          .filter(({ e }) => kinds.length === 0 || kinds.includes(e))
          .map((event) => textOf(event, listenKey, following));
      this.#speakers.set(way, speak);
    }
    return speak;
  }
}

function textOf(event: UserEvent, listenKey: string, { isWrapped }: Following): string {
  const text = JSON.stringify(event);
  return isWrapped ? `{"stream":"${listenKey}","data":${text}}` : text;
}
