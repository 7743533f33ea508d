import { priceMatches, selfTradePreventions } from "../../interface/wire/control/words.ts";
import type { Grid } from "../../interface/wire/decimal.ts";
import {
  LEVERAGE_DECIMALS,
  leverageText,
  moneyText,
  pointsText,
  priceText,
  quantityText,
  rateText,
  sizeText,
} from "../../interface/wire/decimal.ts";
import type { Command, ContractView, Event, OrderView, Rejection, TimeMs } from "../../kernel/core/index.ts";
import {
  ACCOUNT_USER,
  CLOSE_LONG,
  CLOSE_SHORT,
  decodeEvents,
  depositOf,
  detailsOf,
  encodeCommand,
  FOK,
  GTC,
  HEDGE,
  IOC,
  ISOLATED,
  LONG,
  NET_BUY,
  NET_SELL,
  ONE_WAY,
  OPEN_LONG,
  OPEN_SHORT,
  ownSelfTradeMode,
  PLAIN_ORDER,
  POST_ONLY,
  RecordBuffer,
  RecordView,
  SHARED,
  withdrawalOf,
} from "../../kernel/core/index.ts";
import { requireFor } from "./arguments.ts";
import type { ContractTerms } from "./contractTerms.ts";
import { listing } from "./contractTerms.ts";
import { Exchange } from "./exchange.ts";
import type {
  AccountSummary,
  BookSummary,
  NewOrder,
  OrderAction,
  OrderSummary,
  PriceSummary,
  Trade,
} from "./shapes.ts";
import { lotsOf, pointsOf, quantaOf, ticksOf, unitsIn } from "./units.ts";

const ACTIONS = {
  "open-long": OPEN_LONG,
  "open-short": OPEN_SHORT,
  "close-long": CLOSE_LONG,
  "close-short": CLOSE_SHORT,
  buy: NET_BUY,
  sell: NET_SELL,
} as const;
const TIMES_IN_FORCE = { gtc: GTC, "post-only": POST_ONLY, fok: FOK, ioc: IOC } as const;

/** Words of the buffer for a command; it grows. */
const RECORD_WORDS = 64;

/**
 * The matching and margin engine alone, in decimals: no server, no disk, no clock. Everything that a call
 * causes has happened when it returns; time passes only by {@link advance}. The same calls give the same
 * state, on any machine.
 *
 * Wrong input is a `RangeError` that names it; a command that the market's rules refuse is a
 * {@link RefusedError}. Neither changes anything.
 */
export class DecimalExchange {
  /** The exchange itself: every query and, through {@link execute}, every command, in integers. */
  readonly core: Exchange;
  #time: TimeMs;
  #contracts = new Map<string, ContractView>();
  #accounts = new Map<string, number>();
  #names = new Map<number, string>();

  /** @param options.time market time at the beginning, Unix ms */
  constructor(options: { readonly time: TimeMs }, core = new Exchange()) {
    requireFor("DecimalExchange", options, core);
    this.core = core;
    this.#time = options.time;
    this.#readNames();
  }

  /** The exchange that wrote a {@link snapshot} with this build. */
  static restore(snapshot: Uint8Array): DecimalExchange {
    requireFor("restore", snapshot);
    const core = Exchange.restore(snapshot);
    return new DecimalExchange({ time: core.time }, core);
  }

  /** Canonical bytes of the state: equal states give equal bytes. */
  snapshot(): Uint8Array {
    return this.core.snapshot();
  }

  /** Market time, Unix ms. */
  get time(): TimeMs {
    return this.#time;
  }

  /** Lists a contract. It trades once it has an index price. */
  list(terms: ContractTerms): void {
    requireFor("list", terms);
    this.execute(listing(terms));
    this.#readNames();
  }

  /** Opens an account. @param deposit its first money, absent: none */
  open(name: string, deposit?: string): void {
    requireFor("open", name, deposit);
    const amount = deposit === undefined ? undefined : quantaOf("deposit", deposit);
    this.execute({ type: "openAccount", kind: ACCOUNT_USER, name });
    this.#readNames();
    if (amount !== undefined) this.execute(depositOf(this.#account(name), amount));
  }

  deposit(name: string, amount: string): void {
    requireFor("deposit", name, amount);
    const to = this.#account(name);
    this.execute(depositOf(to, quantaOf("amount", amount)));
  }

  withdraw(name: string, amount: string): void {
    requireFor("withdraw", name, amount);
    const from = this.#account(name);
    this.execute(withdrawalOf(from, quantaOf("amount", amount)));
  }

  /** Sets index prices, all at once; marks follow, and so do triggers and liquidations. */
  index(prices: Readonly<Record<string, string>>): readonly Event[] {
    requireFor("index", prices);
    const points = Object.entries(prices).map(([symbol, price]) => {
      const contract = this.#contract(symbol);
      return { contract: contract.contract, points: pointsOf(contract, symbol, price) };
    });
    return this.execute({ type: "setIndex", prices: points });
  }

  /**
   * Sets an account's leverage in a contract. @param mode shared margin, or separate margin for each position
   */
  leverage(name: string, symbol: string, leverage: string, mode: "shared" | "isolated" = "shared"): void {
    requireFor("leverage", name, symbol, leverage, mode);
    const account = this.#account(name);
    const { contract } = this.#contract(symbol);
    const value = unitsIn("leverage", leverage, LEVERAGE_DECIMALS);
    this.execute({
      type: "setLeverage",
      account,
      contract,
      marginMode: mode === "shared" ? SHARED : ISOLATED,
      switches: true,
      ordersFollow: false,
      cross: mode === "shared" ? value : 0,
      isolatedLong: mode === "shared" ? 0 : value,
      isolatedShort: mode === "shared" ? 0 : value,
    });
  }

  /**
   * Sets whether an account holds a leg each way, or one net position a contract; refused while it has orders
   * or positions.
   */
  positionMode(name: string, mode: "hedge" | "one-way"): void {
    requireFor("positionMode", name, mode);
    const account = this.#account(name);
    const view = this.core.answer({ type: "account", account });
    if (view === undefined) throw new Error(`invariant: account ${account} is there`);
    const { status, fee, orderRateLimitPerMinute, orderDelayMs, cancelDelayMs } = view;
    const { selfTradePrevention, marginCallPercent, group } = view;
    const delays = { orderRateLimitPerMinute, orderDelayMs, cancelDelayMs };
    const rules = { selfTradePrevention, marginCallPercent, group };
    const positionMode = mode === "one-way" ? ONE_WAY : HEDGE;
    this.execute({ type: "setAccount", account, status, ...fee, ...delays, ...rules, positionMode });
  }

  /** Places an order. @returns its id, and the trades that it made at once */
  place(name: string, order: NewOrder): { readonly order: number; readonly trades: readonly Trade[] } {
    requireFor("place", name, order);
    const account = this.#account(name);
    const contract = this.#contract(order.symbol);
    const action = codeOf(ACTIONS, "action", order.action);
    const timeInForce = codeOf(TIMES_IN_FORCE, "timeInForce", order.timeInForce ?? "gtc");
    const { selfTradePrevention: ownMode, priceMatch } = order;
    const price = (field: "price" | "takeProfit" | "stopLoss") =>
      order[field] === undefined ? 0 : ticksOf(contract, field, order[field]);
    const events = this.execute({
      ...PLAIN_ORDER,
      account,
      contract: contract.contract,
      action,
      timeInForce,
      market: order.price === undefined && priceMatch === undefined,
      price: price("price"),
      priceMatch: priceMatch === undefined ? 0 : codeOf(priceMatches, "priceMatch", priceMatch),
      goodTill: order.goodTill ?? 0,
      selfTradeMode:
        ownMode === undefined
          ? 0
          : ownSelfTradeMode(codeOf(selfTradePreventions, "selfTradePrevention", ownMode)),
      orRefused: order.orRefused ?? false,
      size: lotsOf(contract, "size", order.size),
      presetTakeProfit: price("takeProfit"),
      presetStopLoss: price("stopLoss"),
      clientId: order.clientId ?? "",
    });
    const placed = events.find((event) => event.type === "orderPlaced");
    if (placed?.type !== "orderPlaced") throw new Error("invariant: an order that is taken is placed");
    return { order: placed.order, trades: this.#trades(events) };
  }

  /** Cancels a live order of an account. */
  cancel(name: string, order: number): void {
    requireFor("cancel", name, order);
    const account = this.#account(name);
    this.execute({ type: "cancelOrder", account, order, clientId: "", plansOnly: false });
  }

  /** Lets time pass, with whatever falls due on the way: funding, samples of the mark, delays. */
  advance(ms: number): readonly Event[] {
    requireFor("advance", ms);
    const to = this.#time + ms;
    const events: Event[] = [];
    for (;;) {
      const due = this.core.nextDue();
      this.#time = Math.min(Math.max(due, this.#time), to);
      const from = this.core.time;
      events.push(...this.execute({ type: "advanceTime" }));
      if (this.#time === to && (due > to || this.core.time === from)) return events;
    }
  }

  /**
   * Executes any command of the core, in the core's units, with everything that it causes. @returns the
   * events
   */
  execute(command: Command): readonly Event[] {
    requireFor("execute", command);
    const events = [...this.#frame(command)];
    const { outcomeRejection } = this.core;
    if (outcomeRejection !== undefined) {
      const contract = "contract" in command ? this.#views()[command.contract] : undefined;
      throw new RefusedError(command.type, outcomeRejection, contract);
    }
    while (this.core.pendingSteps() > 0) events.push(...this.#frame({ type: "proceed" }));
    return events;
  }

  account(name: string): AccountSummary {
    requireFor("account", name);
    const account = this.#account(name);
    const views = this.#views();
    const assets = this.core.answer({ type: "assets", account });
    if (assets === undefined) throw new Error(`invariant: account ${account} has assets`);
    const positions = this.core.answer({ type: "positions", account, contract: undefined });
    const orders = this.core.answer({ type: "orders", account, contract: undefined, which: "all" });
    return {
      account: name,
      wallet: moneyText(assets.wallet),
      equity: moneyText(assets.equity),
      available: moneyText(assets.available),
      withdrawable: moneyText(assets.withdrawable),
      unrealized: moneyText(assets.unrealized),
      maintenance: moneyText(assets.maintenance),
      positions: positions.map((each) => ({
        position: each.position,
        symbol: views[each.contract]!.symbol,
        leg: each.leg === LONG ? ("long" as const) : ("short" as const),
        size: sizeText(views[each.contract]!, each.size),
        leverage: leverageText(each.leverage),
        unrealized: moneyText(each.unrealized),
        maintenance: moneyText(each.maintenance),
        liquidationPrice: textOrNone(each.liquidationPrice, (ticks) =>
          priceText(views[each.contract]!, ticks),
        ),
      })),
      orders: orders.map((order) => this.#order(order, views[order.contract]!)),
    };
  }

  book(symbol: string, levels = 20): BookSummary {
    requireFor("book", symbol, levels);
    const contract = this.#contract(symbol);
    const depth = this.core.answer({ type: "depth", contract: contract.contract, limit: levels });
    const shown = (side: readonly { readonly price: number; readonly size: number }[]) =>
      side.map(({ price, size }) => ({ price: priceText(contract, price), size: sizeText(contract, size) }));
    return { bids: shown(depth?.bids ?? []), asks: shown(depth?.asks ?? []) };
  }

  prices(symbol: string): PriceSummary {
    requireFor("prices", symbol);
    const { contract } = this.#contract(symbol);
    const now = this.#views()[contract]!;
    return {
      index: textOrNone(now.index, (points) => pointsText(now, points)),
      mark: textOrNone(now.mark, (points) => pointsText(now, points)),
      last: textOrNone(now.last, (ticks) => priceText(now, ticks)),
      fundingRate: rateText(now.fundingRate),
      fundingDue: now.fundingDue,
    };
  }

  /** Checks every invariant of the state; throws if one is broken. */
  audit(): void {
    this.core.audit();
  }

  /** Executes one command in a frame of its own. */
  #frame(command: Command): readonly Event[] {
    const { core } = this;
    const record = new RecordBuffer(RECORD_WORDS);
    encodeCommand(command, record);
    core.beginFrame(core.seq + 1, this.#time);
    core.execute(new RecordView(record.slice()), 0);
    return [...decodeEvents(new RecordView(core.events.slice()))].map(({ event }) => event);
  }

  #views(): readonly ContractView[] {
    return this.core.answer({ type: "contracts" });
  }

  #readNames(): void {
    this.#contracts = new Map(this.#views().map((view) => [view.symbol, view]));
    const accounts = this.core.answer({ type: "accounts" });
    this.#accounts = new Map(accounts.map(({ name, account }) => [name, account]));
    this.#names = new Map(accounts.map(({ name, account }) => [account, name]));
  }

  #contract(symbol: string): ContractView {
    const contract = this.#contracts.get(symbol);
    if (contract === undefined) throw new RangeError(`there is no contract '${symbol}'`);
    return contract;
  }

  #account(name: string): number {
    const account = this.#accounts.get(name);
    if (account === undefined) throw new RangeError(`there is no account '${name}'`);
    return account;
  }

  #order(order: OrderView, contract: ContractView): OrderSummary {
    const [action] = Object.entries(ACTIONS).find(([, code]) => code === order.action) as [
      OrderAction,
      number,
    ];
    return {
      order: order.order,
      account: this.#names.get(order.account)!,
      symbol: contract.symbol,
      action,
      price: order.market ? undefined : priceText(contract, order.price),
      size: sizeText(contract, order.size),
      remaining: sizeText(contract, order.remaining),
      clientId: order.clientId,
    };
  }

  #trades(events: readonly Event[]): readonly Trade[] {
    const views = this.#views();
    /** The fee of what an order opened in a trade after it had closed. */
    const turned = (trade: number, order: number): bigint => {
      for (const each of events)
        if (each.type === "tradeTurned" && each.trade === trade && each.order === order) return each.fee;
      return 0n;
    };
    return events.flatMap((event) => {
      if (event.type !== "traded") return [];
      const contract = views[event.contract]!;
      const trade: Trade = {
        trade: event.trade,
        symbol: contract.symbol,
        price: priceText(contract, event.price),
        size: sizeText(contract, event.size),
        makerOrder: event.makerOrder,
        makerFee: moneyText(event.makerFee + turned(event.trade, event.makerOrder)),
        takerOrder: event.takerOrder,
        takerFee: moneyText(event.takerFee + turned(event.trade, event.takerOrder)),
      };
      return [trade];
    });
  }
}

/** A value as text; 0 stands for none. */
function textOrNone(value: number, text: (value: number) => string): string | undefined {
  return value === 0 ? undefined : text(value);
}

/** The code of a word. @throws RangeError naming the field and its words */
function codeOf<Code extends number>(
  words: Readonly<Record<string, Code>>,
  field: string,
  word: string,
): Code {
  const code = Object.hasOwn(words, word) ? words[word] : undefined;
  if (code === undefined)
    throw new RangeError(`${field} must be one of ${Object.keys(words).join(", ")}, got '${word}'`);
  return code;
}

/** The exchange refused a command; nothing has changed. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  /** The rule that refused it, and the numbers that decided, in the core's units. */
  readonly rejection: Rejection;
  /** The numbers of the rejection, as decimals. */
  readonly numbers: Readonly<Record<string, string>>;

  /**
   * @param grid of the contract that the command was about, if any: without it prices and sizes stay ticks
   * and lots
   */
  constructor(command: string, rejection: Rejection, grid?: Grid) {
    const { type } = rejection;
    const numbers = Object.fromEntries(
      detailsOf(rejection).map(({ name, kind, value }) => [name, quantityText(kind, value, grid)]),
    );
    const words = Object.entries(numbers).map(([name, text]) => `${name} ${text}`);
    super(`${command} is refused: ${type}${words.length > 0 ? ` (${words.join(", ")})` : ""}`);
    this.rejection = rejection;
    this.numbers = numbers;
  }
}
