import type { PrivateChannel } from "../../../../interface/wire/sockets.ts";
import type { PositionImage } from "../../../../kernel/core/index.ts";
import type { Services } from "../../serve.ts";
import { assetItem, fillItem, orderItem, positionItem } from "../../v2/sdk/accountRows.ts";
import type { AccountEncoder, FollowedUpdate } from "../account/accountFeed.ts";
import { AccountFeed } from "../account/accountFeed.ts";
import type { Frame } from "../frame.ts";
import { encodeFrame } from "../frame.ts";
import type { PrivateChannels } from "../privateChannels.ts";
import { sdkText } from "./encoders.ts";

/**
 * The private channels in the words of the vendor's Go SDK. Orders and fills are written from what changed.
 * Free balances and the worth of positions depend on prices: they are asked for, as over REST, whenever
 * something of the account changes.
 */
export class SdkAccounts implements PrivateChannels {
  readonly #services: Services;
  readonly #feed: AccountFeed;

  constructor(services: Services) {
    this.#services = services;
    this.#feed = new AccountFeed(services);
  }

  open(account: number, channel: PrivateChannel, name: string, push: (frame: Frame) => void): () => void {
    if (channel === "orders" || channel === "fill")
      return this.#feed.subscribe(account, { channel, name, encode: this.#encode, push });
    const look = new Look((positions) => this.#ask(account, channel, name, positions, push), this.#services);
    const stop = this.#feed.subscribe(account, {
      channel,
      name,
      encode: (update) => look.note(update),
      push,
    });
    return () => {
      look.close();
      stop();
    };
  }

  readonly #encode: AccountEncoder = ({ orders, fills, time }: FollowedUpdate, channel, name) => {
    const { contracts } = this.#services;
    if (channel === "orders" && orders.length > 0) {
      return sdkText<"orders">(
        name,
        orders.map((each) => orderItem(each, contracts.at(each.contract))),
      );
    }
    if (channel !== "fill" || fills.length === 0) return undefined;
    const rows = fills.map((each) => {
      const order = orders.find((of) => of.order === each.order);
      return fillItem(each, order, contracts.at(each.contract), time);
    });
    return sdkText<"fill">(name, rows);
  };

  async #ask(
    account: number,
    channel: PrivateChannel,
    name: string,
    changed: readonly PositionImage[],
    push: (frame: Frame) => void,
  ): Promise<void> {
    const { engine, contracts, views } = this.#services;
    if (channel === "account") {
      const [assets, view] = await Promise.all([
        engine.query({ type: "assets", account }),
        engine.query({ type: "account", account }),
      ]);
      if (assets === undefined || view === undefined) return;
      push(encodeFrame(sdkText<"account">(name, [assetItem(assets, view.entries[0]!)])));
      return;
    }
    if (changed.length === 0) return;
    const now = await engine.query({ type: "positions", account, contract: undefined });
    const rows = changed.map((each) => {
      const contract = contracts.at(each.contract);
      const { mark } = views.ticker(each.contract, this.#services.now());
      const view = now.find(({ position }) => position === each.position);
      return positionItem(each, view, contract, mark);
    });
    push(encodeFrame(sdkText<"positions">(name, rows)));
  }
}

/**
 * Asks once for all changes that came while the last question was under way, so that never more than one is.
 */
class Look {
  readonly #ask: (positions: readonly PositionImage[]) => Promise<void>;
  readonly #log: Services["log"];
  readonly #changed = new Map<number, PositionImage>();
  #isDue = false;
  #isAsking = false;
  #isClosed = false;

  constructor(ask: (positions: readonly PositionImage[]) => Promise<void>, { log }: Pick<Services, "log">) {
    this.#ask = ask;
    this.#log = log;
  }

  /** Notes that something of the account changed; the push follows once the figures are read. */
  note({ positions, entries, orders }: FollowedUpdate): undefined {
    for (const each of positions) this.#changed.set(each.position, each);
    this.#isDue ||= positions.length > 0 || entries.length > 0 || orders.length > 0;
    if (this.#isDue && !this.#isAsking) void this.#run();
  }

  close(): void {
    this.#isClosed = true;
  }

  async #run(): Promise<void> {
    this.#isAsking = true;
    try {
      while (this.#isDue && !this.#isClosed) {
        this.#isDue = false;
        const changed = [...this.#changed.values()];
        this.#changed.clear();
        await this.#ask(changed);
      }
    } catch (error) {
      this.#log.warn({ err: error }, "what an account holds could not be read for a push");
    } finally {
      this.#isAsking = false;
    }
  }
}
