import type {
  control as answers,
  ControlAnswer,
  ControlClient,
  ControlInput,
  ControlName,
} from "../../../../interface/client/index.ts";
import { sentenceOf } from "../../format/failure.ts";
import { Notices } from "../../state/notices.ts";
import { Store } from "../../state/store.ts";
import { JournalFeed } from "../views/journal/journalFeed.ts";
import { RequestFeed } from "../views/requests/requestFeed.ts";
import { PlaceStore } from "./place.ts";
import { Polled, type Refreshable } from "./polled.ts";

/** How often figures that change fast are asked for while they are shown, ms. */
const LIVE_MS = 1_000;
/** How often figures that seldom change are asked for while they are shown, ms. */
const CALM_MS = 3_000;

/** The venue's throughput, from two readings of its journal. */
export interface Throughput {
  /** Commands per second, one number for each reading, newest last. */
  readonly perSecond: readonly number[];
}
const LOOKS_MAX = 60;
const NEWS_SHOWN = 30;
const POOREST = 20;

/** Who is signed in. */
export interface SignedInOperator {
  readonly name: string;
  readonly role: answers.OperatorRole;
}

/** Everything that the operator's views share; made once at sign-in. */
export class OperatorDesk {
  readonly control: ControlClient;
  readonly who: SignedInOperator;
  readonly notices = new Notices();
  readonly place = new PlaceStore();
  readonly throughput = new Store<Throughput>({ perSecond: [] });
  readonly status: Polled<answers.VenueStatus>;
  /** All accounts, without their money. */
  readonly accounts: Polled<readonly answers.AccountRow[]>;
  /** The accounts with the least equity, to be warned of. */
  readonly poorest: Polled<readonly answers.AccountRow[]>;
  readonly contracts: Polled<readonly answers.ContractView[]>;
  readonly prices: Polled<readonly answers.PriceView[]>;
  readonly funding: Polled<readonly answers.FundingView[]>;
  readonly fund: Polled<answers.FundView>;
  readonly participants: Polled<readonly answers.ParticipantView[]>;
  readonly news: Polled<answers.News>;
  readonly scenario: Polled<answers.ScenarioView>;
  /** Kinds of commands and events that the journal may hold. */
  readonly kinds: answers.JournalKinds;
  readonly journal: JournalFeed;
  readonly requests: RequestFeed;
  readonly #watched = new Set<Refreshable>();
  #lastLook: { readonly seq: number; readonly atMs: number } | undefined;

  /** Signs an operator in. @throws VenueError with status 401: the token is unknown */
  static async open(control: ControlClient): Promise<OperatorDesk> {
    const { you, operators } = await control.call("GET operators");
    const role = operators.find(({ name }) => name === you)?.role ?? "read";
    return new OperatorDesk(control, await control.call("GET journal/kinds"), { name: you, role });
  }

  private constructor(control: ControlClient, kinds: answers.JournalKinds, who: SignedInOperator) {
    this.who = who;
    this.control = control;
    this.kinds = kinds;
    const polled = <T>(ask: () => Promise<T>, everyMs: number) => new Polled(ask, everyMs, this.#watched);
    this.status = polled(async () => this.#measured(await control.call("GET status")), LIVE_MS);
    this.accounts = polled(() => control.call("GET accounts"), CALM_MS);
    this.poorest = polled(
      async () => (await control.call("GET accounts/page", { sort: "equity", limit: POOREST })).accounts,
      CALM_MS,
    );
    this.contracts = polled(() => control.call("GET contracts"), LIVE_MS);
    this.prices = polled(() => control.call("GET prices"), LIVE_MS);
    this.funding = polled(() => control.call("GET funding"), CALM_MS);
    this.fund = polled(() => control.call("GET fund"), CALM_MS);
    this.participants = polled(() => control.call("GET participants"), CALM_MS);
    this.news = polled(() => control.call("GET news", { limit: NEWS_SHOWN }), LIVE_MS);
    this.scenario = polled(() => control.call("GET scenario"), LIVE_MS);
    this.journal = new JournalFeed(control);
    this.requests = new RequestFeed(control);
  }

  /** An answer that a single view asks for. */
  answer<N extends ControlName>(name: N, input: ControlInput<N>): Polled<ControlAnswer<N>> {
    const call = this.control.call.bind(this.control) as (
      name: N,
      input: ControlInput<N>,
    ) => Promise<ControlAnswer<N>>;
    return new Polled(() => call(name, input), CALM_MS, this.#watched);
  }

  /**
   * Changes something at the venue: reports that it was done, and reads everything again.
   *
   * @param words the report once it is done
   * @param lackOf what by the answer is not done, to be reported in its place; `undefined`: nothing
   * @returns the refusal in the venue's words, `undefined` when there is an answer
   */
  async act<T>(
    words: string,
    action: () => Promise<T>,
    lackOf?: (answer: T) => string | undefined,
  ): Promise<string | undefined> {
    let lack: string | undefined;
    try {
      const answer = await action();
      lack = lackOf?.(answer);
    } catch (error) {
      return sentenceOf(error);
    }
    this.notices.add(lack === undefined ? "good" : "bad", lack ?? words);
    this.refresh();
    return undefined;
  }

  /** As {@link act}, for a button that has no place for a refusal: the refusal is shown as a notice. */
  async press(words: string, action: () => Promise<unknown>): Promise<void> {
    const refusal = await this.act(words, action);
    if (refusal !== undefined) this.notices.add("bad", refusal);
  }

  /** Reads everything that is shown again. */
  refresh(): void {
    for (const each of [...this.#watched, this.journal, this.requests]) void each.refresh();
  }

  #measured(status: answers.VenueStatus): answers.VenueStatus {
    const look = { seq: status.durableSeq, atMs: performance.now() };
    const last = this.#lastLook;
    this.#lastLook = look;
    // The market started over: by the time that somebody looks at them, it may have come further than the one
    // before.
    if (last !== undefined && look.seq < last.seq)
      for (const each of [this.journal, this.requests]) each.begin();
    if (last !== undefined && look.seq >= last.seq && look.atMs > last.atMs) {
      const rate = ((look.seq - last.seq) * 1_000) / (look.atMs - last.atMs);
      this.throughput.set({ perSecond: [...this.throughput.value.perSecond, rate].slice(-LOOKS_MAX) });
    }
    return status;
  }
}
