import { ACCOUNT_PAPER_POOL, FIRST_USER_ACCOUNT, INSURANCE_ACCOUNT, SYSTEM_ACCOUNTS } from "../codes.ts";
import type { Contract } from "../contract/contract.ts";
import { ContractClock } from "../contract/contractClock.ts";
import { Directives } from "../directive/directives.ts";
import { RecordBuffer } from "../encoding/layout.ts";
import { ContractHouses } from "../house/contractHouses.ts";
import type { Latency } from "../latency/latency.ts";
import type { InvitationView, NoticeView, OperatorView } from "../messages/query.ts";
import { Refusal } from "../messages/refusal.ts";
import type { FundRule } from "../model/riskRules.ts";
import { DEFAULT_FUND_RULE } from "../model/riskRules.ts";
import { MEETS_POOL, rulesOfKind } from "../tables/accountRules.ts";
import { Accounts, Countdowns, Entries, Holdings, Positions } from "../tables/accounts.ts";
import type { DeleverageQueues } from "../tables/deleverageQueues.ts";
import { Directory } from "../tables/directory.ts";
import { Dated, OrderDraft, Orders } from "../tables/orders.ts";
import { References } from "../tables/references.ts";
import { RequestRing } from "../tables/requestRing.ts";
import { SlotHeap } from "../tables/slotHeap.ts";
import type {
  AccountId,
  ConditionSlot,
  ContractIndex,
  HoldingSlot,
  Leg,
  OrderId,
  OrderSlot,
  PositionId,
  PositionSlot,
  Side,
} from "../units/kinds.ts";
import { listBy } from "../units/kinds.ts";
import { Money } from "../units/money.ts";
import type { Lots, Quanta, Ticks, TimeMs } from "../units/units.ts";
import { assert, FIRST_ID } from "../units/units.ts";

/** Signed requests remembered for their first answer. */
const REQUESTS_REMEMBERED = 65_536;

/** A deposit, withdrawal or transfer on its way. */
export interface PendingMovement {
  readonly id: number;
  readonly movement: number;
  readonly from: AccountId;
  readonly to: AccountId;
  readonly amount: bigint;
}

/** An entry in breach: the shared one of an account, or an isolated position's. */
export interface Liquidation {
  readonly account: AccountId;
  /** 0: the shared entry. */
  readonly position: PositionId;
  /** Asked for by command, whatever the margin. */
  readonly forced: boolean;
}

/**
 * Something that happened in a real book at a price for which paper orders wait: a trade with a resting order
 * of their side, or an order of the other side that came to rest. It waits for its step, in which it fills
 * them (rules/paper/fill.ts).
 *
 * It follows from `traded` and `orderRested`, so it has no event of its own until it ends.
 */
export interface PaperFlow {
  readonly contract: ContractIndex;
  /** Of the paper orders. */
  readonly side: Side;
  readonly price: Ticks;
  /** What traded or rests. */
  readonly lots: Lots;
  /** Time priority of the resting order: paper orders at the same price that came later stand behind it. */
  readonly priority: number;
  /** The order that came to rest (id), 0 for a trade. */
  readonly order: OrderId;
}

/**
 * The other side of what an account does: what a taker meets, where an order rests, who takes a liquidated
 * position over, who pays funding to whom. There are two: other accounts, through the book
 * (rules/order/match.ts), and the paper pool, which fills by what the book shows (rules/paper/fill.ts). The
 * account's rules say which one (data/tables/accountRules.ts); exchange/counterparties.ts lists both.
 */
export interface Counterparty {
  /** Lots of an order resting in the book that a taker of the account may take. */
  lotsFor(s: State, account: AccountId, maker: OrderSlot): Lots;
  /**
   * Fills a pending order as far as the book and its limit allow. Returns the reason if it must end short of
   * that, else 0.
   */
  take(s: State, contract: Contract, taker: OrderSlot): number;
  /** A pending order, or what is left of it, rests. */
  rest(s: State, order: OrderSlot): void;
  /**
   * Closes what the book did not take of a position in liquidation, against `closer`; `value` is agreed where
   * the position is taken over whole.
   */
  takeOver(s: State, p: PositionSlot, closer: OrderSlot, value: Quanta): void;
  /** Funding of the positions that are open in a contract (by id). */
  payFunding(s: State, contract: Contract, open: readonly PositionSlot[], payingLeg: Leg): void;
  /** Closes the positions that are open in a contract (by id) at its index, without a fee. */
  closeAtIndex(s: State, contract: Contract, open: readonly PositionSlot[]): void;
}

/** Told, while a command executes, of the moments whose state would be gone afterwards. */
export interface RemovalListener {
  /** A position is about to be taken off the books: the last moment to see it. */
  closing(s: State, p: PositionSlot): void;
  /** A quote has ended, and its record does not say what it was: the last moment to see it. */
  withdrawn(s: State, slot: OrderSlot): void;
  /**
   * The state agrees with the records so far: at the end of a step, and before a change that would hide
   * something.
   */
  look(s: State): void;
}

/**
 * The whole state of the exchange, and the buffer that its events are written to.
 *
 * Only the functions in the `…Events.ts` files change it, and each of them writes the record of what it did.
 * They are called while a command executes, and again, with the same arguments, when a record is folded.
 */
export class State {
  seq = 0;
  time = 0;
  nextId = FIRST_ID;
  /** Orders ever rested, of all books: time priority. */
  nextPriority = 1;
  /**
   * First sequence number of the current frame; an event's index is the sequence number of its command minus
   * this.
   */
  firstSeq = 1;
  venueName = "";
  venueSeed = 0;
  /**
   * The secret seed of the market, encrypted; "" where the seed is {@link venueSeed}, which everybody may
   * know.
   */
  sealedSeed = "";
  readonly events = new RecordBuffer(8192);

  readonly contracts = listBy<ContractIndex, Contract>();
  readonly contractBySymbol = new Map<string, ContractIndex>();
  /** Made when somebody asks, undefined once it may be another. Derived. */
  private clock: ContractClock | undefined;
  readonly accounts = new Accounts();
  readonly holdings = new Holdings();
  /** The holding of an account in a contract: one map per contract, keyed by account. */
  readonly holdingOf = listBy<ContractIndex, Map<AccountId, HoldingSlot>>();
  readonly entries = new Entries();
  readonly positions = new Positions();
  readonly orders = new Orders();
  readonly directory = new Directory();
  /** The operators of the venue by name; whoever holds the first token is not among them. */
  readonly operators = new Map<string, OperatorView>();
  readonly references = new References();
  /** What each contest is, by name (rules/contest/). */
  readonly contests = new Map<string, string>();
  /** The latest to users, at most NOTICES_MAX (rules/many/). */
  readonly notices: NoticeView[] = [];
  /** By name (rules/invitation/). */
  readonly invitations = new Map<string, InvitationView>();
  readonly movements = new Map<number, PendingMovement>();
  readonly requests = new RequestRing(REQUESTS_REMEMBERED);
  /** Ids of triggered orders that wait their turn, oldest first; the head is advanced, then compacted. */
  readonly triggered: OrderId[] = [];
  triggeredHead = 0;
  /** Entries that wait for liquidation, in the order in which they run. */
  readonly liquidations: Liquidation[] = [];
  fundRule: FundRule = DEFAULT_FUND_RULE;
  /**
   * Where the house acts by itself, by contract, in the order in which it was set to (rules/house/act.ts).
   */
  readonly house = new ContractHouses();
  /**
   * Counts whatever may have placed an order but for the acts of the house themselves: commands other than
   * those that tell time and prices, and internal steps. Derived: the house looks for its quotes anew where
   * this has changed.
   */
  ordersTouched = 0;
  /** How long the messages of accounts are on their way, where that takes time (data/latency/latency.ts). */
  readonly latencies = new Map<AccountId, Latency>();
  /** Cancels on their way to orders that are themselves on their way: when each arrives. */
  readonly cancelsSent = new Map<OrderId, TimeMs>();
  /**
   * Amendments on their way to orders that rest: what each asks for. When it arrives stands in the order's
   * heapKey.
   */
  readonly amendsSent = new Map<OrderId, { readonly price: Ticks; readonly size: Lots }>();
  /** How often live orders were amended or shrunk: those of users and their paper accounts that were. */
  readonly amendments = new Map<OrderId, number>();
  /** What the venue was told to do to orders (rules/directive/). */
  readonly directives = new Directives();
  /** Accounts whose margin is checked at the end of the step; empty between commands. */
  readonly marginDirty: AccountId[] = [];
  /**
   * While an order of the ladder is matched: the value at which all `lots` of its position would leave
   * nothing, against which its liquidation fee is capped.
   */
  bankruptcy: { readonly position: PositionId; readonly value: Quanta; readonly lots: Lots } | undefined;
  /** Who is deleveraged next, from the first closing of a command to its end; derived. */
  deleveraging: DeleverageQueues | undefined;
  /**
   * Who covers shortfalls and takes positions over, by the account's counterparty: the insurance fund, and
   * the paper pool (0 before there is one).
   */
  readonly funds: [AccountId, AccountId] = [INSURANCE_ACCOUNT, 0];
  /** Lots that paper accounts took from real resting orders, by order and account. */
  readonly paperTakes = new Map<OrderId, Map<AccountId, Lots>>();
  /** What happened in real books at prices for which paper orders wait, oldest first. */
  readonly paperFlows: PaperFlow[] = [];
  /** Orders whose delay runs, by the time it ends. */
  readonly delayed: SlotHeap<OrderSlot>;
  /** Conditions of the orders that end by themselves, by the time at which they do. */
  readonly dated: SlotHeap<ConditionSlot>;
  /** Holdings whose countdown runs, by the time it ends. */
  readonly countdowns: SlotHeap<HoldingSlot>;

  /** Of the command that executes: the first id it made, and whether it was refused. */
  outcomeId = 0;
  rejected = false;
  readonly refusal = new Refusal();

  /**
   * The counterparties, at the places that {@link AccountRules.counterparty} names. Set by an exchange; no
   * part of the state.
   */
  counterparties: readonly Counterparty[] = [];
  /** Takes images of what changes, for whoever pushes it. Set by an exchange; no part of the state. */
  observer: RemovalListener | undefined;

  /** Registers, each with one use, so that the hot path allocates nothing. */
  readonly draft = new OrderDraft();
  readonly scratch = new Scratch();

  constructor() {
    this.delayed = new SlotHeap(this.orders, 1);
    this.dated = new SlotHeap(new Dated(this.orders), 1);
    this.countdowns = new SlotHeap(new Countdowns(this.holdings), 1);
    const { accounts, entries } = this;
    for (const [id, name] of SYSTEM_ACCOUNTS) {
      assert(accounts.take() === id, "system accounts have fixed ids");
      initAccount(this, id, 2, name);
    }
    assert(accounts.top === FIRST_USER_ACCOUNT, "user accounts follow the system accounts");
    assert(entries.count === 3, "a system account has one entry");
  }

  /** What the passing of time does to the contracts as they are. */
  get contractClock(): ContractClock {
    this.clock ??= new ContractClock(this.contracts);
    return this.clock;
  }

  /**
   * Something changed that the clock of the contracts is made of: a due time, a status, a mark's rule,
   * whether there are sources.
   */
  contractClockChanged(): void {
    this.clock = undefined;
  }

  /** The place in its frame of the command that executes. */
  get index(): number {
    return this.seq - this.firstSeq;
  }
}

/** Sets every column of a taken account slot and opens its shared entry. */
export function initAccount(s: State, id: AccountId, kind: number, name: string): void {
  const { accounts } = s;
  accounts.clear(id);
  accounts.kind[id] = kind;
  accounts.createdTime[id] = s.time;
  accounts.updatedTime[id] = s.time;
  accounts.version[id] = s.seq;
  accounts.names[id] = name;
  accounts.rules[id] = rulesOfKind(kind);
  accounts.fees[id] = accounts.fees[0];
  accounts.clientIds[id] = undefined;
  accounts.byName.set(name, id);
  accounts.entry[id] = s.entries.open(id, accounts.rules[id].coin, 1, 0, s.time);
  if (kind === ACCOUNT_PAPER_POOL) s.funds[MEETS_POOL] = id;
}

/** Money registers. Each field belongs to the function whose name or purpose it carries. */
class Scratch {
  readonly value = new Money();
  readonly fee = new Money();
  readonly otherFee = new Money();
  /** Of the part of a fill that a side books first, or books last. */
  readonly partValue = new Money();
  /** Order margin of a one-way account (data/margin/netMargin.ts). */
  readonly dearer = new Money();
  readonly otherSide = new Money();
  readonly part = new Money();
  readonly frozen = new Money();
  readonly realized = new Money();
  readonly allocated = new Money();
  readonly amount = new Money();
  readonly share = new Money();
  readonly product = new Money();
  readonly orderValue = new Money();
  readonly margin = new Money();
  readonly equity = new Money();
  readonly needed = new Money();
  readonly available = new Money();
  readonly loss = new Money();
  readonly notional = new Money();
  readonly wallet = new Money();
  readonly move = new Money();
  readonly cash = new Money();
  /** Stays zero. */
  readonly none = new Money();
  /** Liquidation fee of the next trade's taker. */
  readonly liquidationFee = new Money();
  /** The insurance fund's copy of {@link liquidationFee}. */
  readonly charged = new Money();
  /** Balances on their way into a record. */
  readonly balance = new Money();
  readonly otherBalance = new Money();
  readonly makerWallet = new Money();
  readonly takerWallet = new Money();
}
