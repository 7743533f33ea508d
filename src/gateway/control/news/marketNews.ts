import type { Command, Event, TimeMs } from "../../../core/index.ts";
import {
  decodeCommands,
  decodeEvent,
  eventLayouts,
  ORIGIN_DELEVERAGING,
  ORIGIN_TAKE_OVER,
  offsetsOf,
  RecordView,
} from "../../../core/index.ts";
import type { EnginePort } from "../../../engine/index.ts";
import type { NewsView } from "../../../wire/control/index.ts";
import type { Log } from "../../log.ts";
import { holdsActs } from "../journal/entries.ts";
import { directoryOf } from "../journal/shownRecord.ts";
import type { Told } from "./sentences.ts";
import { actNews, newsOf } from "./sentences.ts";

/** So many are kept for reading. */
const KEPT = 1_000;

/** Events that are news by themselves, by the kinds of their records. */
const NEWS: ReadonlySet<number> = new Set(
  [
    ...(["liquidationStarted", "liquidationFinished", "fundingTurned"] as const),
    ...(["contractStatusChanged", "accountChanged", "fundRuleChanged", "indexChanged"] as const),
  ].map((name) => eventLayouts[name].kind),
);
const { kind: TRADED } = eventLayouts.traded;
const { origin: ORIGIN } = offsetsOf(eventLayouts.traded);

/** A frame of which something may be news. */
interface Noted {
  readonly time: TimeMs;
  readonly seq: number;
  readonly events: readonly Event[];
  readonly acts: readonly Extract<Command, { type: "act" }>[];
}

/**
 * What goes on, for people: liquidations, take-overs, deleveraging, funding, gaps of the index, halts, restrictions, and what operators did, each
 * as a sentence with its numbers, in the log and for reading. It begins with this run of the venue.
 */
export class MarketNews {
  readonly #engine: EnginePort;
  readonly #log: Log;
  readonly #kept: NewsView[] = [];
  readonly #counts = new Map<string, number>();
  readonly #statuses = new Map<number, number>();
  readonly #indexes = new Map<number, number>();
  readonly #stop: () => void;
  #last = 0;
  #turn: Promise<void>;

  constructor(engine: EnginePort, log: Log) {
    this.#engine = engine;
    this.#log = log;
    this.#turn = this.#begin().catch(() => undefined); // the engine has stopped
    this.#stop = engine.subscribe(({ firstSeq, time, events }, commands) => {
      const noted = { seq: firstSeq, time, events: eventsIn(events), acts: actsIn(commands) };
      if (noted.events.length + noted.acts.length === 0) return;
      this.#turn = this.#turn.then(() => this.#tell(noted)).catch(() => undefined); // the engine has stopped
    });
  }

  /** The news after a number, oldest first, `limit` at most; without a number the latest. */
  async read(after: number | undefined, limit: number, kind?: string): Promise<readonly NewsView[]> {
    await this.#turn;
    const wanted = this.#kept.filter(
      ({ id, kind: of }) => id > (after ?? 0) && (kind === undefined || kind === of),
    );
    return after === undefined ? wanted.slice(-limit) : wanted.slice(0, limit);
  }

  /** How many there were so far, by kind. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  close(): void {
    this.#stop();
  }

  /** Accounts begin with the status that they have. */
  async #begin(): Promise<void> {
    for (const { account, status } of await this.#engine.query({ type: "accounts" }))
      this.#statuses.set(account, status);
  }

  async #tell({ seq, time, events, acts }: Noted): Promise<void> {
    const told: Told[] = acts.map(actNews);
    const worth = events.filter((event) => this.#isWorth(event));
    if (worth.length > 0) {
      const directory = await directoryOf(this.#engine);
      for (const event of worth) {
        const before = { statuses: this.#statuses, indexes: this.#indexes };
        const each = newsOf(event, directory, before);
        if (each !== undefined) told.push(each);
        this.#remember(event);
      }
    }
    for (const each of told) this.#add({ id: ++this.#last, time, seq, account: null, symbol: null, ...each });
  }

  /** Small moves of an index are most of what there is, and need no names. */
  #isWorth(event: Event): boolean {
    if (event.type !== "indexChanged") return true;
    const last = this.#indexes.get(event.contract);
    const isGap = last !== undefined && Math.abs(event.points - last) * 100 >= last;
    if (!isGap) this.#remember(event);
    return isGap;
  }

  #remember(event: Event): void {
    if (event.type === "indexChanged") this.#indexes.set(event.contract, event.points);
    if (event.type === "accountChanged") this.#statuses.set(event.account, event.status);
  }

  #add(news: NewsView): void {
    this.#kept.push(news);
    if (this.#kept.length > 2 * KEPT) this.#kept.splice(0, KEPT);
    this.#counts.set(news.kind, (this.#counts.get(news.kind) ?? 0) + 1);
    const { kind, seq, account, symbol } = news;
    const about = { ...(account !== null && { account }), ...(symbol !== null && { symbol }) };
    this.#log.info({ kind, seq, ...about }, news.text);
  }
}

function eventsIn(records: Uint8Array): readonly Event[] {
  const view = new RecordView(records);
  const found: Event[] = [];
  for (let at = 0; at < view.length; at = view.next(at)) {
    const kind = view.kind(at);
    if (NEWS.has(kind)) found.push(decodeEvent(view, at));
    // Trades that are news come of a liquidation that began before them, or of an operator.
    else if (kind === TRADED) {
      const origin = view.words[at + ORIGIN];
      if (origin === ORIGIN_TAKE_OVER || origin === ORIGIN_DELEVERAGING) found.push(decodeEvent(view, at));
    }
  }
  return found;
}

function actsIn(commands: Uint8Array): Noted["acts"] {
  if (!holdsActs({ commands })) return [];
  return [...decodeCommands(new RecordView(commands))].flatMap((command) =>
    command.type === "act" ? [command] : [],
  );
}
