import type { Venue } from "../../../assembly/venue/index.ts";
import { moneyText } from "../../../interface/wire/index.ts";
import type { OrderView } from "../../../kernel/core/index.ts";
import { BILL_FUNDING, STATE_FILLED } from "../../../kernel/core/index.ts";
import type { Clock } from "../../../kernel/host/clock.ts";
import { performanceShown } from "../../../service/gateway/index.ts";
import type { OrderRow, Page } from "../../../service/readmodel/index.ts";
import { patiently } from "../../../service/readmodel/index.ts";
import type { AccountReport, RequestsReport } from "./report.ts";
import { EquityCurve } from "./report.ts";
import { RequestCounts } from "./requestCounts.ts";

/** How often equity is read, and the new entries of the request log (which holds 10 000), in ms. */
const SAMPLE_MS = 1_000;
/** Rows of history read at a time. */
const PAGE_ROWS = 1_000;

interface Watched {
  readonly name: string;
  readonly account: number;
  readonly curve: EquityCurve;
  readonly equityBefore: bigint;
}

/** Watches while a program trades, and reports the results at the end. */
export class RunObserver {
  readonly #venue: Venue;
  readonly #clock: Clock;
  readonly #watched: Watched[];
  readonly #requests = new RequestCounts();
  /** Market time at the start; what a data directory held before is not reported. */
  readonly #from: number;
  readonly #fromSeq: number;
  #lastRequest: number;
  #timer: NodeJS.Timeout | undefined;
  #sampling = Promise.resolve();

  private constructor(venue: Venue, clock: Clock, watched: Watched[]) {
    this.#venue = venue;
    this.#clock = clock;
    this.#watched = watched;
    this.#from = venue.engine.now();
    this.#fromSeq = venue.engine.durableSeq + 1;
    this.#lastRequest = venue.gateway.requestLog.read({ limit: 1 }).next;
  }

  /** @param clock gives the times of the equity curve */
  static async of(venue: Venue, clock: Clock): Promise<RunObserver> {
    const watched = venue.accounts.map(async ({ name }): Promise<Watched> => {
      const { account } = await venue.account(name);
      const assets = await venue.engine.query({ type: "assets", account });
      return { name, account, curve: new EquityCurve(), equityBefore: assets!.equity };
    });
    const observer = new RunObserver(venue, clock, await Promise.all(watched));
    observer.#sample();
    observer.#timer = setInterval(() => observer.#sample(), SAMPLE_MS);
    return observer;
  }

  /** Reads everything for the last time. @param own the program's account, reported even if it did nothing */
  async report(
    own: string,
  ): Promise<{ readonly requests: RequestsReport; readonly accounts: readonly AccountReport[] }> {
    this.stop();
    await this.#venue.settle();
    this.#countRequests();
    await this.#sampling;
    await this.#findPaper();
    const accounts = await Promise.all(this.#watched.map((watched) => this.#accountReport(watched)));
    const reported = accounts.filter(({ name, orders, fills }) => name === own || orders.placed + fills > 0);
    return { requests: this.#requests.report(), accounts: reported };
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #sample(): void {
    this.#countRequests();
    this.#sampling = this.#sampling.then(async () => {
      await this.#findPaper();
      const time = this.#clock.wallMs();
      for (const { account, curve } of this.#watched) {
        const assets = await this.#venue.engine.query({ type: "assets", account });
        curve.add({ time, equity: moneyText(assets!.equity) });
      }
    });
    this.#sampling.catch(() => undefined); // a halted engine has no equity to show: the report says so
  }

  /** Watches paper accounts, too: a program opens one, with its deposit, when it first trades on paper. */
  async #findPaper(): Promise<void> {
    const { engine } = this.#venue;
    for (const { account } of [...this.#watched]) {
      const paper = (await engine.query({ type: "account", account }))?.twin ?? 0;
      if (paper === 0 || this.#watched.some((each) => each.account === paper)) continue;
      const { name } = (await engine.query({ type: "account", account: paper }))!;
      this.#watched.push({ name, account: paper, curve: new EquityCurve(), equityBefore: 0n });
    }
  }

  #countRequests(): void {
    const { requestLog } = this.#venue.gateway;
    const { entries, next, lost } = requestLog.read({
      after: this.#lastRequest,
      limit: Number.MAX_SAFE_INTEGER,
    });
    for (const entry of entries) this.#requests.add(entry);
    this.#requests.lose(lost);
    this.#lastRequest = next;
  }

  async #accountReport({ name, account, curve, equityBefore }: Watched): Promise<AccountReport> {
    const { engine, history } = this.#venue;
    const ask = <T>(question: () => Promise<T>): Promise<T> => patiently(history, question);
    const state = await this.#venue.account(name);
    const assets = await engine.query({ type: "assets", account });
    // The curve ends with the equity that is reported: in a moving market every reading differs.
    curve.end({ time: this.#clock.wallMs(), equity: moneyText(assets!.equity) });
    const live = await engine.query({ type: "orders", account, contract: undefined, which: "all" });
    const ended = await this.#all((before) =>
      ask(() => history.orders({ account, family: "all", from: this.#from, limit: PAGE_ROWS, before })),
    );
    const bills = await this.#all((before) =>
      ask(() => history.bills({ account, type: BILL_FUNDING, from: this.#from, limit: PAGE_ROWS, before })),
    );
    const fills = await ask(() => history.fills({ account, from: this.#from, limit: 1 }));
    const span = { from: this.#fromSeq, to: Number.MAX_SAFE_INTEGER };
    const { deposited, withdrawn } = await ask(() => history.activity({ account, by: "seq", ...span }));
    const orders: readonly OrderView[] = [
      ...ended,
      ...live.filter(({ createdTime }) => createdTime >= this.#from),
    ];
    const equityAfter = assets!.equity;
    const contracts = await engine.query({ type: "contracts" });
    return {
      name,
      orders: {
        placed: orders.length,
        filled: ended.filter(({ state }) => state === STATE_FILLED).length,
        canceled: ended.filter(({ state }) => state !== STATE_FILLED).length,
        live: live.length,
      },
      fills: fills.total,
      traded: sumText(orders, ({ filledValue }) => filledValue),
      fees: sumText(orders, ({ fee, liquidationFee }) => fee + liquidationFee),
      realized: sumText(orders, ({ realized }) => realized),
      funding: sumText(bills, ({ amount }) => amount),
      equityBefore: moneyText(equityBefore),
      equityAfter: moneyText(equityAfter),
      pnl: moneyText(equityAfter - equityBefore - deposited + withdrawn),
      performance: await ask(() =>
        performanceShown(
          history,
          { account, valuedAt: "mark" },
          engine.now(),
          { startTime: this.#from, endTime: undefined },
          (contract) => contracts[contract]!.symbol,
        ),
      ),
      equityCurve: curve.points(),
      positions: state.positions.map(({ symbol, leg, size, unrealized }) => ({
        symbol,
        leg,
        size,
        unrealized,
      })),
    };
  }

  /** Every row of a list, page by page. */
  async #all<Row extends OrderRow | { readonly bill: number }>(
    page: (before: number | undefined) => Promise<Page<Row>>,
  ): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (let more = true; more; ) {
      const last = rows.at(-1);
      const next = await page(last === undefined ? undefined : "bill" in last ? last.bill : last.order);
      rows.push(...next.rows);
      ({ more } = next);
    }
    return rows;
  }
}

function sumText<Row>(rows: readonly Row[], amount: (row: Row) => bigint): string {
  return moneyText(rows.reduce((sum, row) => sum + amount(row), 0n));
}
