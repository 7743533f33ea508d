import { expect, test } from "vitest";
import { STATE_CANCELED, STATE_FILLED } from "../../src/kernel/core/data/codes.ts";
import type {
  AccountUpdate,
  AccountWorth,
  FillImage,
  PositionImage,
} from "../../src/kernel/core/data/messages/accountUpdate.ts";
import { commandBytes } from "../../src/kernel/core/data/messages/command.ts";
import type { EntryView, OrderView } from "../../src/kernel/core/data/messages/query.ts";
import { Exchange } from "../../src/kernel/core/exchange/exchange.ts";
import { RecordView } from "../../src/kernel/core/index.ts";
import { same } from "../same.ts";
import { CHOSEN } from "./chosen.ts";
import type { Seen } from "./compare.ts";
import { START } from "./compare.ts";
import { Coverage } from "./coverage.ts";
import { ReferenceExchange } from "./exchange.ts";
import { ObservedExchange } from "./observed.ts";
import type { Step } from "./tapes.ts";
import { resolve, tape, timeOf } from "./tapes.ts";
import { translate } from "./translate.ts";
import { tryTapes } from "./trial.ts";

/**
 * Who sees nothing but an account's updates knows the account: after every command of a random tape, what the
 * updates built is what the exchange answers.
 */

/** What a reader of updates keeps of an account. */
class Mirror {
  readonly orders = new Map<number, OrderView>();
  readonly positions = new Map<number, PositionImage>();
  readonly entries = new Map<number, EntryView>();
  readonly fills: FillImage[] = [];
  version = 0;

  take({ version, orders, fills, positions, entries }: AccountUpdate): void {
    if (version < this.version) expect(version, "a version").toBeGreaterThanOrEqual(this.version);
    this.version = version;
    for (const { takerRate: _, makerRate: __, change: ___, ...order } of orders) {
      if (order.state === STATE_FILLED || order.state === STATE_CANCELED) this.orders.delete(order.order);
      else this.orders.set(order.order, order);
    }
    this.fills.push(...fills);
    for (const entry of entries) this.entries.set(entry.position, entry);
    for (const position of positions) {
      if (position.size > 0) this.positions.set(position.position, position);
      else {
        this.positions.delete(position.position);
        this.entries.delete(position.position);
      }
    }
  }
}

/** Every account of the exchange, mirrored from the moment it is opened. */
function mirrorAll(
  steps: readonly Step[],
  count: (seen: Seen) => void,
  causes: Set<string>,
  compared: { count: number },
): void {
  const reference = new ReferenceExchange();
  const core = new ObservedExchange();
  const plain = new Exchange();
  const mirrors = new Map<number, Mirror>();
  let time = START;
  let marks = marksOf(core.exchange);
  let rules = rulesOf(core.exchange);
  for (const step of steps) {
    time = timeOf(time, step);
    const command = resolve(reference.venue, step.command);
    const outcome = reference.execute(time, command);
    count({ command, outcome, happenings: reference.happenings, notes: reference.venue.notes });
    plain.beginFrame(plain.seq + 1, time);
    plain.execute(new RecordView(commandBytes(translate(command, core))), 0);
    core.execute(time, command);
    const fills = new Map<number, number>();
    const worths = new Map<number, AccountWorth | undefined>();
    for (const update of core.exchange.takeUpdates()) {
      causes.add(update.cause);
      if ((update.worth === undefined) !== (update.entries.length === 0)) expect.fail("a worth and entries");
      worths.set(update.account, update.worth);
      mirrors.get(update.account)!.take(update);
      fills.set(update.account, (fills.get(update.account) ?? 0) + update.fills.length);
    }
    for (const [account, mirror] of mirrors) compare(core.exchange, account, mirror);
    const marksNow = marksOf(core.exchange);
    const rulesNow = rulesOf(core.exchange);
    for (const [account, worth] of worths) {
      // Not the account's money changed last, or the mark or a contract's rules, which say what is available,
      // did after it.
      if (worth === undefined || marksNow !== marks || rulesNow !== rules) continue;
      compared.count++;
      const { equity, available } = core.exchange.answer({ type: "assets", account })!;
      same({ equity: worth.equity, available: worth.available }, { equity, available });
    }
    marks = marksNow;
    rules = rulesNow;
    for (const { account, kind } of core.exchange.answer({ type: "accounts" })) {
      if (kind === 2 || mirrors.has(account)) continue;
      const mirror = new Mirror();
      for (const entry of core.exchange.answer({ type: "account", account })!.entries) {
        mirror.entries.set(entry.position, entry);
      }
      mirrors.set(account, mirror);
      core.exchange.observe(account, true);
    }
  }
  expect(core.exchange.snapshot(), "who is observed is no part of the state").toEqual(plain.snapshot());
}

const marksOf = (exchange: Exchange): string =>
  exchange
    .answer({ type: "contracts" })
    .map(({ mark }) => mark)
    .join();

const rulesOf = (exchange: Exchange): string =>
  JSON.stringify(exchange.answer({ type: "rules" }).contracts.map(({ risk }) => risk));

function compare(exchange: Exchange, account: number, mirror: Mirror): void {
  const { entries, version } = exchange.answer({ type: "account", account })!;
  const orders = exchange.answer({ type: "orders", account, contract: undefined, which: "all" });
  const positions = exchange.answer({ type: "positions", account, contract: undefined });
  same([...mirror.orders.values()].sort(byOrder), [...orders].sort(byOrder));
  same([...mirror.positions.values()].sort(byPosition), positions.map(image).sort(byPosition));
  same([...mirror.entries.values()].sort(byPosition), [...entries].sort(byPosition));
  if (mirror.version > version) expect(mirror.version).toBeLessThanOrEqual(version);
}

function image({
  reserved: _,
  margin: __,
  maintenance: ___,
  liquidationPrice: ____,
  unrealized: _____,
  ...rest
}: ReturnType<typeof positionsOf>[number]): PositionImage {
  return rest;
}
const positionsOf = (exchange: Exchange) =>
  exchange.answer({ type: "positions", account: 0, contract: undefined });
const byOrder = (a: OrderView, b: OrderView) => a.order - b.order;
const byPosition = (a: { readonly position: number }, b: { readonly position: number }) =>
  a.position - b.position;

test.each([
  ["markets", false],
  ["crashes", true],
] as const)("updates alone rebuild every account on every random tape: %s", (kind, crash) => {
  const causes = new Set<string>();
  const compared = { count: 0 };
  const coverage = new Coverage();
  tryTapes({
    ...CHOSEN,
    drawn: tape(CHOSEN.commands, crash),
    chosen: CHOSEN[kind],
    long: 1_000,
    run: (steps, count) => mirrorAll(steps, count, causes, compared),
    coverage,
    missing: () => coverage.missing(kind),
  });
  const seen = ["order", "deposit", "transferIn", "transferOut", "margin", "funding", "leverage"];
  if (crash) seen.push("startLiquidate", "finishLiquidate");
  expect([...causes]).toEqual(expect.arrayContaining(seen));
  expect(compared.count).toBeGreaterThan(100);
});
