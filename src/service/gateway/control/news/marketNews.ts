import type { News, NewsKind, NewsView } from "../../../../interface/wire/control/index.ts";
import { newsKinds } from "../../../../interface/wire/control/index.ts";
import type { Command, Event } from "../../../../kernel/core/index.ts";
import {
  decodeCommands,
  decodeEvent,
  eventLayouts,
  ORIGIN_DELEVERAGING,
  ORIGIN_TAKE_OVER,
  offsetsOf,
  RecordView,
} from "../../../../kernel/core/index.ts";
import type { DurableFrame, Engine } from "../../../../kernel/engine/index.ts";
import type { Log } from "../../log.ts";
import { holdsActs } from "../journal/entries.ts";
import { directoryOf } from "../journal/shownRecord.ts";
import { actNews, newsOf } from "./sentences.ts";

/** News that are kept for reading, at most. */
const KEPT = 1_000;
/** Numbers that are set aside for the news of one command: more than one command can cause. */
const NUMBERS = 100_000;

/** Events that are news by themselves, by the kinds of their records. */
const NEWS: ReadonlySet<number> = new Set(
  [
    ...(["liquidationStarted", "liquidationFinished", "fundingTurned", "indexChanged"] as const),
    ...(["contractStatusChanged", "delistingSet", "accountChanged", "fundRuleChanged"] as const),
  ].map((name) => eventLayouts[name].kind),
);
const { kind: TRADED } = eventLayouts.traded;
const { origin: ORIGIN } = offsetsOf(eventLayouts.traded);

/** An event or act that may be news, with the command that led to it. */
interface Noted {
  readonly seq: number;
  readonly what: Event | Extract<Command, { type: "act" }>;
}

/**
 * The news: liquidations, take-overs, deleveraging, funding, gaps of the index, halts, restrictions, and
 * what operators did, each as a sentence with its numbers, in the log and for reading. It begins with this
 * run of the venue. The number of a piece of news says which command it came of, so that numbers rise over
 * restarts and are the same at every node.
 */
export class MarketNews {
  readonly #engine: Engine;
  readonly #log: Log;
  readonly #kept: NewsView[] = [];
  readonly #counts = new Map<NewsKind, number>(newsKinds.map((kind) => [kind, 0]));
  readonly #statuses = new Map<number, number>();
  readonly #indexes = new Map<number, number>();
  readonly #stop: () => void;
  /** Up to this number, news are not known, or no longer kept. */
  #gone: number;
  /** Up to this number, all news are known once {@link #turn} is over. */
  #seen: number;
  #turn: Promise<void>;

  constructor(engine: Engine, log: Log) {
    this.#engine = engine;
    this.#log = log;
    this.#gone = engine.durableSeq === 0 ? 0 : lastNumber(engine.durableSeq);
    this.#seen = this.#gone;
    this.#turn = this.#begin().catch(() => undefined); // the engine has stopped
    this.#stop = engine.subscribe((frame, commands) => {
      this.#seen = lastNumber(frame.firstSeq + frame.count - 1);
      const noted = [...actsIn(commands, frame.firstSeq), ...eventsIn(frame.events, frame.firstSeq)];
      if (noted.length === 0) return;
      this.#turn = this.#turn.then(() => this.#publish(frame, noted)).catch(() => undefined); // the engine has stopped
    });
  }

  /** The news after a number, oldest first, `limit` at most; without a number the latest. */
  async read(after: number | undefined, limit: number, kind?: NewsKind): Promise<News> {
    const seen = this.#seen;
    await this.#turn;
    // A number beyond the end comes from a market before a reset: such a follower goes on from the beginning
    // of this one.
    const from = after === undefined || after > seen ? 0 : after;
    const wanted = this.#kept.filter(
      ({ id, kind: of }) => id > from && id <= seen && (kind === undefined || kind === of),
    );
    if (after === undefined) return { news: wanted.slice(-limit), next: seen, missed: false };
    const news = wanted.slice(0, limit);
    const next = news.length < wanted.length ? news.at(-1)!.id : seen;
    return { news, next, missed: after > seen || after < this.#gone };
  }

  /** How many there were so far, by kind. */
  get counts(): ReadonlyMap<NewsKind, number> {
    return this.#counts;
  }

  close(): void {
    this.#stop();
  }

  /** Reads the present statuses of accounts and index prices, with which events are compared. */
  async #begin(): Promise<void> {
    const { accounts, contracts } = await directoryOf(this.#engine);
    for (const { account, status } of accounts.values()) this.#statuses.set(account, status);
    for (const { contract, index } of contracts) if (index > 0) this.#indexes.set(contract, index);
  }

  async #publish({ time }: DurableFrame, noted: readonly Noted[]): Promise<void> {
    const worth = noted.filter(({ what }) => this.#isWorth(what));
    if (worth.length === 0) return;
    const directory = await directoryOf(this.#engine);
    for (const { seq, what } of worth.toSorted((a, b) => a.seq - b.seq)) {
      const before = { statuses: this.#statuses, indexes: this.#indexes };
      const news = what.type === "act" ? actNews(what) : newsOf(what, directory, before);
      if (what.type !== "act") this.#remember(what);
      if (news === undefined) continue;
      const id = Math.max((this.#kept.at(-1)?.id ?? 0) + 1, seq * NUMBERS);
      this.#add({ id, time, seq, account: null, symbol: null, ...news });
    }
  }

  /**
   * Whether something can be news. Small moves of an index are the most frequent events: they are left out
   * before names are looked up.
   */
  #isWorth(what: Noted["what"]): boolean {
    if (what.type !== "indexChanged") return true;
    const last = this.#indexes.get(what.contract);
    const isGap = last !== undefined && Math.abs(what.points - last) * 100 >= last;
    if (!isGap) this.#remember(what);
    return isGap;
  }

  #remember(event: Event): void {
    if (event.type === "indexChanged") this.#indexes.set(event.contract, event.points);
    if (event.type === "accountChanged") this.#statuses.set(event.account, event.status);
  }

  #add(news: NewsView): void {
    this.#kept.push(news);
    if (this.#kept.length > 2 * KEPT) this.#gone = this.#kept.splice(0, KEPT).at(-1)!.id;
    this.#counts.set(news.kind, this.#counts.get(news.kind)! + 1);
    const { kind, seq, account, symbol } = news;
    const about = { ...(account !== null && { account }), ...(symbol !== null && { symbol }) };
    this.#log.info({ kind, seq, ...about }, news.text);
  }
}

/** The highest number that news of a command can have. */
function lastNumber(seq: number): number {
  return seq * NUMBERS + NUMBERS - 1;
}

function eventsIn(records: Uint8Array, firstSeq: number): readonly Noted[] {
  const view = new RecordView(records);
  const found: Noted[] = [];
  for (let at = 0; at < view.length; at = view.next(at)) {
    const kind = view.kind(at);
    if (!NEWS.has(kind)) {
      if (kind !== TRADED) continue;
      const origin = view.words[at + ORIGIN];
      if (origin !== ORIGIN_TAKE_OVER && origin !== ORIGIN_DELEVERAGING) continue;
    }
    found.push({ seq: firstSeq + view.index(at), what: decodeEvent(view, at) });
  }
  return found;
}

function actsIn(commands: Uint8Array, firstSeq: number): readonly Noted[] {
  if (!holdsActs({ commands })) return [];
  return [...decodeCommands(new RecordView(commands))].flatMap((command, i) =>
    command.type === "act" ? [{ seq: firstSeq + i, what: command }] : [],
  );
}
