import { V2Client } from "../../../interface/client/index.ts";
import {
  type AccountSnapshot,
  type Ask,
  accountSnapshot,
} from "../../../interface/client/v2/accountSnapshot.ts";
import { AccountData } from "../account/accountData.ts";
import { type AccountFill, fillSentence } from "../account/accountFill.ts";
import { Explanations } from "../account/explanations.ts";
import { Messages } from "../account/messages.ts";
import { RequestBudget } from "../account/requestBudget.ts";
import { RequestWatch } from "../account/requestWatch.ts";
import type { RowNumber } from "../account/rowNumbers.ts";
import type { Contract } from "../market/contract.ts";
import type { MarketData } from "../market/marketData.ts";
import type { SignIn } from "../session/demoSession.ts";
import { Notices } from "../state/notices.ts";
import { Store } from "../state/store.ts";
import { Draft } from "./draft.ts";
import { Estimates } from "./estimates.ts";

/** What the reader wants explained. */
export type Explaining =
  | { readonly type: "liquidation" }
  | {
      readonly type: "row";
      /** "Fill of long BTC/USDT" */
      readonly title: string;
      /** The row's own numbers, or a request for them. */
      readonly numbers: () => readonly RowNumber[] | Promise<readonly RowNumber[]>;
    }
  | {
      readonly type: "account";
      /** The venue's name of the number that was pressed. */
      readonly number: string;
      /** The isolated position whose entry is explained; 0: the shared entry. */
      readonly entry: number;
      readonly symbol: string | undefined;
    };

/**
 * Everything that the panels of a signed-in page share. Made once at sign-in and passed down as a context
 * that never changes; what changes is in its stores.
 */
export class Desk {
  readonly signIn: SignIn;
  /** Whether this is the key's paper account: simulated money in the real book. */
  readonly isPaper: boolean;
  readonly armed = new Armed();
  readonly baseUrl: string;
  readonly client: V2Client;
  readonly contracts: readonly Contract[];
  readonly contract: Store<Contract>;
  readonly market: MarketData;
  readonly account: AccountData;
  readonly requests: RequestWatch;
  readonly messages: Messages;
  readonly draft: Draft;
  /** Estimates of what the ticket's order would do. */
  readonly estimates: Estimates;
  readonly explanations: Explanations;
  /** What the dialog explains; `undefined`: no dialog. */
  readonly explaining = new Store<Explaining | undefined>(undefined);
  readonly notices = new Notices();
  /**
   * The list of the account that is in front. For somebody who has typed a key, at first one that shows no
   * keys.
   */
  readonly dockTab: Store<string>;

  /**
   * @param market may not be open yet
   * @param isCertain whether the venue has just given out the key: then its acceptance is not waited for
   * @throws what the client throws if the venue cannot be reached or refuses the key
   */
  static async open(
    market: MarketData | Promise<MarketData>,
    signIn: SignIn,
    isPaper: boolean,
    isCertain: boolean,
  ): Promise<Desk> {
    const baseUrl = location.origin;
    const client = new V2Client({ baseUrl, credentials: signIn, locale: "en-US", paper: isPaper });
    const ask: Ask = (operation, input) => client.ask(operation, input);
    const account = accountSnapshot(ask, () => true);
    account.catch(() => undefined);
    const [there] = await Promise.all([market, isCertain ? undefined : account]);
    return new Desk(there, signIn, isPaper, baseUrl, client, account);
  }

  private constructor(
    market: MarketData,
    signIn: SignIn,
    isPaper: boolean,
    baseUrl: string,
    client: V2Client,
    account: Promise<AccountSnapshot>,
  ) {
    this.signIn = signIn;
    this.dockTab = new Store(signIn.isDemo ? "connect" : "positions");
    this.isPaper = isPaper;
    this.baseUrl = baseUrl;
    this.client = client;
    this.market = market;
    this.contracts = market.contracts;
    this.contract = market.contract;
    const budget = new RequestBudget(client);
    this.account = new AccountData(
      client,
      budget,
      (fills) => this.#notifyFills(fills),
      market.begun,
      account,
    );
    this.requests = new RequestWatch(budget);
    this.messages = new Messages(client, budget, signIn.apiKey, market.begun);
    const { snapshot } = this.account;
    snapshot.subscribe(() => this.messages.take(snapshot.value?.answer.messages ?? []));
    this.draft = new Draft(this.contract);
    this.estimates = new Estimates(this, client);
    this.explanations = new Explanations(client, this.account);
  }

  /** Shows another contract everywhere. */
  show(contract: Contract): void {
    this.market.show(contract);
  }

  /** The contract of a symbol; undefined if it is no longer listed. */
  contractOf(symbol: string): Contract | undefined {
    return this.contracts.find((each) => each.symbol === symbol);
  }

  /** One sentence for fills that came together on one side of one contract. */
  #notifyFills(fills: readonly AccountFill[]): void {
    const groups = Map.groupBy(fills, ({ symbol, isBuy, isForced }) => `${symbol} ${isBuy} ${isForced}`);
    for (const group of groups.values()) {
      const [{ symbol, isForced }] = group as [AccountFill];
      const sentence = fillSentence(group, this.contractOf(symbol));
      if (isForced)
        this.notices.add("bad", `Liquidated: ${sentence}`, undefined, {
          label: "Explain",
          run: () => this.explaining.set({ type: "liquidation" }),
        });
      else this.notices.add("good", sentence);
    }
  }

  close(): void {
    this.armed.set(false);
    this.draft.close();
    this.estimates.close();
    this.explanations.close();
    this.account.close();
    this.messages.close();
    this.client.close();
  }
}

/** How long one-key trading stays armed without a key that needs it, ms. */
const ARMED_MS = 60_000;

/**
 * Whether single keys may do things that cannot be undone. Off unless the reader armed it; it ends by Escape,
 * after a minute without use, and when the connection is lost.
 */
class Armed extends Store<boolean> {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super(false);
  }

  override set(value: boolean): void {
    clearTimeout(this.#timer);
    if (value) this.#timer = setTimeout(() => this.set(false), ARMED_MS);
    super.set(value);
  }

  /** A key was used: the minute starts again. */
  used(): void {
    if (this.value) this.set(true);
  }
}
