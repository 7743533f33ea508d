import type { Cure } from "./cures.ts";
import type { Happening } from "./happening.ts";
import {
  ceilDiv,
  effectiveRate,
  halfEvenDiv,
  isOpening,
  legOf,
  marginOf,
  max,
  min,
  orderMargin,
  sideOf,
  valueAt,
} from "./rules.ts";
import type {
  AccountSettings,
  Action,
  FeeSetting,
  Leg,
  MarginMode,
  MarkMethod,
  Movement,
  PriceMatch,
  RiskRule,
  SelfTrade,
  SeparatedMode,
  Source,
  Specification,
  Status,
  TimeInForce,
} from "./tape.ts";

/**
 * Everything that the reference exchange knows, in plain lists, and what can be read off it by looking at all
 * of them.
 */

export interface Contract {
  readonly index: number;
  specification: Specification;
  status: Status;
  indexPoints: bigint;
  markPoints: bigint;
  lastPrice: number;
  /** The last thirty samples of mid − index, oldest first. */
  samples: bigint[];
  markRule: {
    readonly method: MarkMethod;
    readonly window: bigint;
    readonly boundRate: bigint;
    readonly impactUnits: bigint;
  };
  /** The exponential average of the basis in millionths of a point, while the rule asks for it. */
  exponential: bigint;
  /** What outside sources said last, and when. */
  reports: Map<number, { readonly points: bigint; readonly weight: bigint; readonly time: number }>;
  riskRule: RiskRule;
  /** What another market says, and whether nothing is heard of it. */
  source: { readonly mark: bigint | undefined; readonly rate: bigint | undefined; readonly held: boolean };
  /** The rate of the running funding period, and when it is paid. */
  fundingRate: bigint;
  fundingDue: number;
  /** When it is delisted; 0 while no notice runs. */
  delistingDue: number;
  /**
   * Samples of the premium in the running period: how many, the sum of the k-th times k, and the plain sum.
   */
  premiums: number;
  weightedPremium: bigint;
  premiumSum: bigint;
}

export interface Account {
  readonly id: number;
  readonly name: string;
  settings: AccountSettings;
  /** Modes and leverages per contract, in the order in which the account first touched them. */
  readonly holdings: Holding[];
  readonly entry: Entry;
}

export interface Holding {
  readonly account: number;
  readonly contract: number;
  marginMode: MarginMode;
  separatedMode: SeparatedMode;
  /** The rule that its positions require by, where that is the contract's no more. */
  kept: RiskRule | undefined;
  cross: number;
  isolatedLong: number;
  isolatedShort: number;
  fee: FeeSetting | undefined;
}

export type Counter =
  | "deposit"
  | "withdraw"
  | "transferIn"
  | "transferOut"
  | "marginMoveIn"
  | "marginMoveOut"
  | "openLong"
  | "openShort"
  | "closeLong"
  | "closeShort"
  | "fillFee"
  | "liquidateFee"
  | "funding"
  | "fillFeeIncome"
  | "liquidateFeeIncome";

/** Collateral: the shared entry of an account, or the entry of one isolated position. */
export interface Entry {
  readonly account: number;
  readonly position: number;
  amount: bigint;
  pendingDeposit: bigint;
  pendingWithdraw: bigint;
  pendingTransferIn: bigint;
  pendingTransferOut: bigint;
  readonly counters: Record<Counter, bigint>;
  liquidating: boolean;
  /** Margin was called for, and it is short still. */
  called: boolean;
}

export interface Position {
  readonly id: number;
  readonly account: number;
  readonly contract: number;
  readonly leg: Leg;
  readonly marginMode: MarginMode;
  readonly separatedMode: SeparatedMode;
  /** The opening order that owns it in separated mode, else 0. */
  readonly openOrder: number;
  readonly entry: Entry;
  leverage: number;
  size: number;
  openValue: bigint;
  openFee: bigint;
  cumOpenSize: number;
  cumOpenValue: bigint;
  cumOpenFee: bigint;
  cumCloseSize: number;
  cumCloseValue: bigint;
  cumCloseFee: bigint;
  fundingFee: bigint;
  cumFunding: bigint;
  cumLiquidateFee: bigint;
  autoAppend: boolean;
}

export type OrderState = "pending" | "open" | "canceling" | "untriggered" | "filled" | "canceled";
export type OrderKind =
  | "normal"
  | "plan"
  | "take profit"
  | "stop loss"
  | "preset take profit"
  | "preset stop loss"
  | "close position"
  | "offset"
  | "burst"
  | "agreement";
export type CancelReason =
  | "user"
  | "expired"
  | "could not fill"
  | "reduce only"
  | "margin not enough"
  | "system limit"
  | "admin"
  | "post only"
  | "self trade"
  | "oco"
  | "position closed"
  | "liquidate"
  | "price band"
  | "no depth"
  | "countdown"
  | "price protected";

export interface Order {
  readonly id: number;
  readonly account: number;
  readonly contract: number;
  readonly kind: OrderKind;
  readonly action: Action;
  timeInForce: TimeInForce;
  readonly clientId: string;
  readonly marginMode: MarginMode;
  readonly separatedMode: SeparatedMode;
  readonly position: number;
  market: boolean;
  price: number;
  size: number;
  remaining: number;
  state: OrderState;
  leverage: number;
  markPoints: bigint;
  feeRate: bigint;
  frozen: bigint;
  /** Place in the line of all orders that ever rested; 0 while it does not rest. */
  priority: number;
  trigger: number;
  source: Source | "";
  atOrAbove: boolean;
  queued: boolean;
  /** Met while it may not trade; it waits until it may. */
  held: boolean;
  takeProfit: number;
  stopLoss: number;
  readonly takeProfitSource: Source;
  readonly stopLossSource: Source;
  /**
   * Of a trailing stop: how far from its extreme its trigger is, where it is activated, and the extreme, 0
   * before.
   */
  readonly callbackRate: number;
  readonly activation: number;
  extreme: bigint;
  /** Of the whole leg or position, and it ends when that does. */
  readonly endsWithLeg: boolean;
  readonly priceProtect: boolean;
  /** The opening order of a preset child. */
  readonly parent: number;
  /** The other child, while one ends the other. */
  sibling: Order | undefined;
  takeProfitChild: Order | undefined;
  stopLossChild: Order | undefined;
  /** When a delay ends; 0 without one. */
  due: number;
  /** Its own; "": the account's. */
  readonly selfTrade: SelfTrade | "";
  /** When it ends by itself; 0: never. */
  readonly till: number;
  /** The level of the book that gave it its price, or is to give it as it enters. */
  match: PriceMatch | undefined;
  filledValue: bigint;
  fee: bigint;
  liquidationFee: bigint;
  realized: bigint;
}

export interface Pending {
  readonly id: number;
  readonly movement: Movement;
  readonly from: number;
  readonly to: number;
  readonly amount: bigint;
}

/** An entry that waits for liquidation; position 0: the shared one. */
export interface Waiting {
  readonly account: number;
  readonly position: number;
  readonly forced: boolean;
}

/** Has orders of an account in a contract canceled at a time. */
export interface Countdown {
  readonly account: number;
  readonly contract: number;
  readonly which: "normal" | "plan" | "all";
  readonly due: number;
}

/** Thrown by a check; the command changes nothing. It has no stack: nobody looks where it comes from. */
export class Refused extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

export class Venue {
  time = 0;
  readonly contracts: Contract[] = [];
  readonly accounts: Account[] = [];
  /** Live ones only, oldest first. */
  orders: Order[] = [];
  positions: Position[] = [];
  movements: Pending[] = [];
  /** Orders whose trigger came true, in the order in which they run. */
  triggered: Order[] = [];
  /** What will cancel orders of an account in a contract, one each. */
  countdowns: Countdown[] = [];
  /** Entries that wait for liquidation, in the order in which they run. */
  liquidations: Waiting[] = [];
  /**
   * What the insurance fund may take over: its equity afterwards, and the notional of all it holds (0: any).
   */
  fundRule = { floor: 0n, notionalMax: 0n };
  /** Order by signed request. */
  readonly requests = new Map<number, number>();
  without: readonly Cure[] = [];
  /** Commands so far, the current one included, those of the opening of the venue's own accounts not. */
  commands = 0;
  ordersEver = 0;
  positionsEver = 0;
  movementsEver = 0;
  restedEver = 0;
  happenings: Happening[] = [];
  /**
   * What decided something in the current command that happenings do not show; for counting what tapes reach.
   */
  notes: string[] = [];

  say(happening: Happening): void {
    this.happenings.push(happening);
  }

  account(id: number): Account {
    const account = this.accounts.find((each) => each.id === id);
    if (account === undefined) throw new Refused("unknownAccount");
    return account;
  }

  contract(index: number): Contract {
    const contract = this.contracts[index];
    if (contract === undefined) throw new Refused("unknownContract");
    return contract;
  }

  /** The holding of an account in a contract; before the first touch one that is not kept. */
  holding(account: number, contract: number): Holding {
    const found = this.account(account).holdings.find((each) => each.contract === contract);
    if (found !== undefined) return found;
    const leverage = this.contract(contract).specification.leverageDefault;
    return {
      account,
      contract,
      marginMode: "shared",
      separatedMode: "combined",
      kept: undefined,
      cross: leverage,
      isolatedLong: leverage,
      isolatedShort: leverage,
      fee: undefined,
    };
  }

  /** The holding of an account in a contract, kept from now on. */
  touch(account: number, contract: number): Holding {
    const holding = this.holding(account, contract);
    const { holdings } = this.account(account);
    if (!holdings.includes(holding)) {
      holdings.push(holding);
      this.touched.push(holding);
    }
    return holding;
  }
  /** Every holding in the order of first touch. */
  readonly touched: Holding[] = [];

  leverageOf(holding: Holding, leg: Leg): number {
    if (holding.marginMode === "shared") return holding.cross;
    return leg === "long" ? holding.isolatedLong : holding.isolatedShort;
  }

  rateOf(account: number, contract: number, taker: boolean): bigint {
    const { fee } = this.holding(account, contract);
    return effectiveRate(taker, this.contract(contract).specification, this.account(account).settings, fee);
  }

  /** Live orders of an account in a contract, oldest first. */
  ordersOf(account: number, contract: number): Order[] {
    return this.orders.filter((each) => each.account === account && each.contract === contract);
  }

  /** Live orders of an account in a contract, oldest first, without those that wait for their trigger. */
  workingOf(account: number, contract: number): Order[] {
    return this.ordersOf(account, contract).filter((each) => each.state !== "untriggered");
  }

  /** Positions of a leg, first opened first. */
  legs(account: number, contract: number, leg: Leg): Position[] {
    return this.positions.filter(
      (each) => each.account === account && each.contract === contract && each.leg === leg,
    );
  }

  legSize(account: number, contract: number, leg: Leg): number {
    return this.legs(account, contract, leg).reduce((sum, each) => sum + each.size, 0);
  }

  /** Lots that live opening orders would still add to a leg. */
  openingLots(account: number, contract: number, leg: Leg): number {
    return this.workingOf(account, contract)
      .filter((each) => isOpening(each.action) && legOf(each.action) === leg)
      .reduce((sum, each) => sum + each.remaining, 0);
  }

  /** Lots of one position that live close orders bound to it have reserved. */
  reservedOf(position: Position): number {
    return this.workingOf(position.account, position.contract)
      .filter((each) => each.position === position.id)
      .reduce((sum, each) => sum + each.remaining, 0);
  }

  /** Whether their orders never meet, since they are of one group. */
  areApart(account: number, other: number): boolean {
    const { group } = this.account(account).settings;
    return group !== 0 && account !== other && this.account(other).settings.group === group;
  }

  /** What the status of an account lets it have. */
  permits(account: number, action: Action): boolean {
    const { status } = this.account(account).settings;
    return status === "normal" || (status === "restricted" && !isOpening(action));
  }

  /** Lots of a leg, or of one position of it, whoever has reserved them. */
  held(account: number, contract: number, leg: Leg, position: number): number {
    return this.legs(account, contract, leg)
      .filter((each) => position === 0 || each.id === position)
      .reduce((sum, each) => sum + each.size, 0);
  }

  isOneWay(account: number): boolean {
    return this.account(account).settings.positionMode === "one-way";
  }

  /** What an order that opens has to close first, where its account holds one net position. */
  facing({ account, contract, action }: Pick<Order, "account" | "contract" | "action">): number {
    if (!isOpening(action) || !this.isOneWay(account)) return 0;
    return this.legSize(account, contract, legOf(action) === "long" ? "short" : "long");
  }

  /** What the next fill of an order does. */
  doing(order: Pick<Order, "account" | "contract" | "action">): Action {
    if (this.facing(order) === 0) return order.action;
    return legOf(order.action) === "long" ? "close short" : "close long";
  }

  /** The position that the next fill of an order touches, if there is one yet. */
  target(order: Order): Position | undefined {
    if (order.position !== 0) return this.positions.find((each) => each.id === order.position);
    const leg = this.legs(order.account, order.contract, legOf(this.doing(order)));
    if (order.separatedMode === "combined") return leg[0];
    if (isOpening(order.action)) return leg.find((each) => each.openOrder === order.id);
    return leg.find((each) => each.size > this.reservedOf(each));
  }

  /** Lots of a leg, or of one position of it, that no live close order has reserved. */
  closable(account: number, contract: number, leg: Leg, position: number): number {
    if (this.isOneWay(account)) return this.held(account, contract, leg, position);
    const reserved = this.workingOf(account, contract)
      .filter((each) => !isOpening(each.action) && legOf(each.action) === leg)
      .reduce((sum, each) => sum + each.remaining, 0);
    const ofLeg = this.legSize(account, contract, leg) - reserved;
    if (position === 0) return ofLeg;
    const bound = this.positions.find((each) => each.id === position);
    return bound === undefined ? 0 : Math.min(ofLeg, bound.size - this.reservedOf(bound));
  }

  /** Resting orders of a side: best price first, then the one that has rested longest. */
  book(contract: number, side: "buy" | "sell"): Order[] {
    return this.orders
      .filter((each) => each.contract === contract && each.priority > 0 && sideOf(each.action) === side)
      .sort((a, b) => (side === "buy" ? b.price - a.price : a.price - b.price) || a.priority - b.priority);
  }

  valueAtMark(position: Position): bigint {
    return this.valueOf(position, "mark");
  }

  valueOf({ contract, size }: Position, price: Price): bigint {
    return valueAt(this.contract(contract).specification, size, pointsOf(this.contract(contract), price));
  }

  frozen(account: number): bigint {
    if (this.isOneWay(account))
      return this.contracts.reduce((sum, { index }) => sum + this.dearerSide(account, index), 0n);
    return this.orders.reduce((sum, each) => (each.account === account ? sum + each.frozen : sum), 0n);
  }

  /**
   * What the dearer side of a one-way account in a contract would open; the leg covers those that fill first.
   */
  private dearerSide(account: number, index: number): bigint {
    const { specification } = this.contract(index);
    const frozenBy = (side: "buy" | "sell"): bigint => {
      let covered = this.legSize(account, index, side === "buy" ? "short" : "long");
      const line = (order: Order): number => (order.priority > 0 ? order.priority : Number.MAX_SAFE_INTEGER);
      const orders = this.workingOf(account, index)
        .filter((each) => isOpening(each.action) && sideOf(each.action) === side)
        .sort(
          (a, b) =>
            (side === "buy" ? b.price - a.price : a.price - b.price) || line(a) - line(b) || a.id - b.id,
        );
      let sum = 0n;
      for (const order of orders) {
        const opens = Math.max(0, order.remaining - covered);
        covered -= order.remaining - opens;
        const { action, price, remaining, markPoints, leverage, feeRate, market } = order;
        if (opens === remaining) sum += order.frozen;
        else if (market) sum += ceilDiv(order.frozen * BigInt(opens), BigInt(remaining));
        else if (opens > 0)
          sum += orderMargin(specification, legOf(action), price, opens, markPoints, leverage, feeRate);
      }
      return sum;
    };
    return max(frozenBy("buy"), frozenBy("sell"));
  }

  sharedPositions(account: number): Position[] {
    return this.positions.filter((each) => each.account === account && each.marginMode === "shared");
  }

  equity(account: number, price: Price = "mark"): bigint {
    return this.sharedPositions(account).reduce(
      (sum, each) => sum + signOf(each) * this.valueOf(each, price),
      this.account(account).entry.amount,
    );
  }

  wallet(account: number): bigint {
    return this.sharedPositions(account).reduce(
      (sum, each) => sum + signOf(each) * each.openValue,
      this.account(account).entry.amount,
    );
  }

  /** Wallet plus unrealized profit of an isolated position. */
  isolatedEquity(position: Position, price: Price = "mark"): bigint {
    return position.entry.amount + signOf(position) * this.valueOf(position, price);
  }

  /** What users can make of the mark is theirs only as far as the index has it, too. */
  lesserEquity(account: number, cure: Cure): bigint {
    const [atMark, atIndex] = [this.equity(account), this.equity(account, "index")];
    if (atIndex < atMark) this.notes.push(`at the index: ${cure}`);
    return this.has(cure) ? min(atMark, atIndex) : atMark;
  }

  /** What is not taken out to see whether tapes find what it cures. */
  has(cure: Cure): boolean {
    return !this.without.includes(cure);
  }

  /** The rule that decides what the positions of an account in a contract require. */
  requiredBy(account: number, contract: number): RiskRule {
    return this.holding(account, contract).kept ?? this.contract(contract).riskRule;
  }

  /** What the margin of a shared position is a share of. */
  marginBase(position: Position): bigint {
    const { positionMargin } = this.contract(position.contract).riskRule;
    return positionMargin === "entry" ? position.openValue : this.valueAtMark(position);
  }

  positionMargin(account: number): bigint {
    return this.sharedPositions(account).reduce(
      (sum, each) => sum + marginOf(this.marginBase(each), each.leverage),
      0n,
    );
  }

  private charged(account: number): bigint {
    const { entry } = this.account(account);
    return (
      this.positionMargin(account) + this.frozen(account) + entry.pendingWithdraw + entry.pendingTransferOut
    );
  }

  /** Equity − charges, negative where more is charged than there is. */
  free(account: number): bigint {
    return this.equity(account) - this.charged(account);
  }
  available(account: number): bigint {
    return max(0n, this.free(account));
  }
  /** What the shared entry may give to an isolated one. */
  givable(account: number): bigint {
    return max(0n, this.lesserEquity(account, "margin given") - this.charged(account));
  }
  withdrawable(account: number): bigint {
    return max(0n, this.freeWallet(account));
  }
  /** What may leave, negative where what is on its way out is no longer covered. */
  freeWallet(account: number): bigint {
    return min(this.lesserEquity(account, "payouts"), this.wallet(account)) - this.charged(account);
  }

  isolatedWallet(position: Position): bigint {
    return position.entry.amount + signOf(position) * position.openValue;
  }

  meanBasis(contract: Contract): bigint {
    if (contract.samples.length === 0) return 0n;
    const sum = contract.samples.reduce((total, each) => total + each, 0n);
    return halfEvenDiv(sum, BigInt(contract.samples.length));
  }
}

/** What a position is valued at. */
export type Price = "mark" | "index";

export function pointsOf({ markPoints, indexPoints }: Contract, price: Price): bigint {
  return price === "mark" ? markPoints : indexPoints;
}

export function signOf(position: Position): bigint {
  return position.leg === "long" ? 1n : -1n;
}

export function newEntry(account: number, position: number): Entry {
  return {
    account,
    position,
    amount: 0n,
    pendingDeposit: 0n,
    pendingWithdraw: 0n,
    pendingTransferIn: 0n,
    pendingTransferOut: 0n,
    liquidating: false,
    called: false,
    counters: {
      deposit: 0n,
      withdraw: 0n,
      transferIn: 0n,
      transferOut: 0n,
      marginMoveIn: 0n,
      marginMoveOut: 0n,
      openLong: 0n,
      openShort: 0n,
      closeLong: 0n,
      closeShort: 0n,
      fillFee: 0n,
      liquidateFee: 0n,
      funding: 0n,
      fillFeeIncome: 0n,
      liquidateFeeIncome: 0n,
    },
  };
}
