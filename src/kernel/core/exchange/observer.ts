import {
  CANCEL_NONE,
  CANCEL_USER,
  ISOLATED,
  MOVE_DEPOSIT,
  MOVE_MARGIN,
  MOVE_WITHDRAW,
  SEPARATED,
  STATE_PENDING,
  STATE_UNTRIGGERED,
} from "../data/codes.ts";
import { bookings } from "../data/ledger/movement.ts";
import type {
  AccountUpdate,
  EntryImage,
  FillImage,
  MarginCallImage,
  OrderChange,
  OrderImage,
  PositionImage,
  SettingImage,
  UpdateCause,
} from "../data/messages/accountUpdate.ts";
import type { Event, EventOf } from "../data/messages/event.ts";
import { decodeEvent } from "../data/messages/event.ts";
import type { NoticeView, OrderView, PositionView } from "../data/messages/query.ts";
import { findHolding } from "../data/state/ofAccount.ts";
import type { RemovalListener, State } from "../data/state/state.ts";
import type {
  AccountId,
  EntrySlot,
  OrderId,
  OrderSlot,
  PositionId,
  PositionSlot,
  TradeId,
  UncheckedAccount,
} from "../data/units/kinds.ts";
import { accountId } from "../data/units/kinds.ts";
import type { Quanta } from "../data/units/units.ts";
import { NONE } from "../data/units/units.ts";
import { halfAt } from "../data/units/words.ts";
import { positions as positionViews } from "./answers/assets.ts";
import { entryImage, orderImage, orderView, positionImage, worthImage } from "./answers/images.ts";

/** What the records since the last look say of one account. */
interface Touched {
  cause: UpdateCause | undefined;
  /** Orders placed as pending, as they were then. */
  readonly placed: OrderView[];
  /** By order id; an ended order with its last event. */
  readonly orders: Map<number, OrderView | undefined>;
  /** Orders that ended before anything was placed or traded. */
  readonly endedFirst: Set<number>;
  readonly fills: FillImage[];
  readonly positions: Set<number>;
  /** By position id, 0 for the shared entry. */
  readonly entries: Set<number>;
  readonly marginCalls: MarginCallImage[];
  readonly settings: SettingImage[];
  readonly notices: NoticeView[];
  readonly changes: Map<number, OrderChange>;
  moved: Quanta;
}

/** A position that ended since the last look, and its isolated entry. */
interface Closed {
  readonly position: PositionImage;
  readonly entry: EntryImage | undefined;
}

/**
 * Watches accounts for those who push their changes: after every step it reads the records that the step
 * wrote and takes images of what they touched. No part of the state: an exchange with observed accounts and
 * one without are equal.
 */
export class Observer implements RemovalListener {
  readonly #accounts = new Set<number>();
  /** Word of the frame's first record not yet looked at. */
  #from = 0;
  #updates: AccountUpdate[] = [];
  readonly #closed = new Map<number, Closed>();
  /** Quotes withdrawn since the last look, by order id. */
  readonly #withdrawn = new Map<number, OrderView>();

  /** Observes an account from the next command on, or no more. */
  observe(account: UncheckedAccount, isObserved: boolean): void {
    if (isObserved) this.#accounts.add(account);
    else this.#accounts.delete(account);
  }

  /** A new frame: its buffer is empty. */
  begin(): void {
    this.#from = 0;
  }

  /** The updates since the last call, in order. */
  take(): readonly AccountUpdate[] {
    const updates = this.#updates;
    if (updates.length > 0) this.#updates = [];
    return updates;
  }

  /** A position is about to be taken off the books: the last moment to see it. */
  closing(s: State, p: PositionSlot): void {
    const { positions } = s;
    if (!this.#accounts.has(positions.account[p])) return;
    this.#closed.set(positions.id[p], {
      position: { ...positionImage(s, p), updatedSeq: s.seq, updatedTime: s.time },
      entry: positions.marginMode[p] === ISOLATED ? entryImage(s, positions.entry[p]) : undefined,
    });
  }

  /** A quote has ended: the last moment to see it. */
  withdrawn(s: State, slot: OrderSlot): void {
    if (!this.#accounts.has(s.orders.account[slot])) return;
    const quote = { ...orderView(s, slot), cancelReason: CANCEL_USER };
    this.#withdrawn.set(quote.order, quote);
  }

  /**
   * Images what changed since the last look, as it stands now: at the end of a step, and before a change that
   * would hide it.
   */
  look(s: State): void {
    const { events } = s;
    const from = this.#from;
    this.#from = events.length;
    if (this.#accounts.size === 0 || from === events.length) return;
    const touched = new Map<AccountId, Touched>();
    for (let at = from; at < events.length; at += halfAt(events.halves, at * 4 + 2)) {
      this.#read(s, decodeEvent(events, at), touched);
    }
    for (const [account, what] of touched) this.#note(s, account, what);
    this.#closed.clear();
    this.#withdrawn.clear();
  }

  #read(s: State, event: Event, touched: Map<AccountId, Touched>): void {
    const of = (account: AccountId, cause: UpdateCause): Touched | undefined => {
      if (!this.#accounts.has(account)) return undefined;
      let found = touched.get(account);
      if (found === undefined) {
        found = {
          cause: undefined,
          placed: [],
          orders: new Map(),
          endedFirst: new Set(),
          fills: [],
          positions: new Set(),
          entries: new Set(),
          marginCalls: [],
          settings: [],
          notices: [],
          changes: new Map(),
          moved: 0n,
        };
        touched.set(account, found);
      }
      found.cause ??= cause;
      return found;
    };
    switch (event.type) {
      case "orderPlaced": {
        const found = of(event.account, "order");
        found?.orders.set(event.order, undefined);
        if (event.state === STATE_PENDING && event.dueTime === 0) found?.placed.push(event);
        return;
      }
      case "orderRested":
      case "orderRestedOnPaper":
      case "orderSetAside":
      case "orderCanceling":
      case "orderPriced":
      case "orderActivated":
        of(event.account, "order")?.orders.set(event.order, undefined);
        return;
      case "orderResized":
      case "orderAmended":
      case "orderModified":
      case "orderTriggered": {
        const found = of(event.account, "order");
        found?.orders.set(event.order, undefined);
        found?.changes.set(event.order, event.type === "orderTriggered" ? "triggered" : "amended");
        return;
      }
      case "quotePlaced": {
        const found = of(event.account, "order");
        const quote = this.#withdrawn.get(event.order) ?? liveOrder(s, event.order);
        found?.orders.set(event.order, undefined);
        if (quote !== undefined) {
          const { size: remaining } = quote;
          found?.placed.push({ ...quote, remaining, state: STATE_PENDING, cancelReason: CANCEL_NONE });
        }
        return;
      }
      case "quoteWithdrawn":
        of(event.account, "order")?.orders.set(event.order, this.#withdrawn.get(event.order));
        return;
      case "orderEnded": {
        const found = of(event.account, "order");
        found?.orders.set(event.order, event);
        if (found?.placed.length === 0 && found.fills.length === 0) found.endedFirst.add(event.order);
        // A preset that ends is taken off its opening order.
        if (event.parent !== 0 && !found?.orders.has(event.parent)) {
          found?.orders.set(event.parent, undefined);
        }
        return;
      }
      case "traded":
        for (const side of ["maker", "taker"] as const) {
          const found = of(event[`${side}Account`], "order");
          if (found !== undefined) this.#traded(s, event, side, found);
        }
        return;
      case "tradeTurned": {
        const found = of(event.account, "order");
        if (found !== undefined)
          this.#filled(
            s,
            event,
            event.bill as number as TradeId,
            event.isTaker ? "taker" : "maker",
            event,
            found,
          );
        return;
      }
      case "positionOpened":
      case "positionClosed": {
        const found = of(event.account, "order");
        found?.positions.add(event.position);
        if (event.marginMode === ISOLATED) found?.entries.add(event.position);
        return;
      }
      case "moneyMoved":
        for (const [account, entry, isFrom] of [
          [event.fromAccount, event.fromEntry, true],
          [event.toAccount, event.toEntry, false],
        ] as const) {
          const found = of(account, movementCause(event.movement, isFrom));
          if (found === undefined) continue;
          found.moved += isFrom ? -event.amount : event.amount;
          found.entries.add(entry);
          if (entry !== 0) found.positions.add(entry);
        }
        return;
      case "movementBegun":
      case "movementEnded":
        of(event.from, movementCause(event.movement, true))?.entries.add(0);
        of(event.to, movementCause(event.movement, false))?.entries.add(0);
        return;
      case "fundingSettled": {
        const found = of(event.account, "funding");
        found?.entries.add(event.entry);
        if (event.position !== 0) found?.positions.add(event.position);
        return;
      }
      case "liquidationStarted":
      case "liquidationFinished": {
        const cause = event.type === "liquidationStarted" ? "startLiquidate" : "finishLiquidate";
        of(event.account, cause)?.entries.add(event.position);
        return;
      }
      case "marginCalled":
        if (event.called) of(event.account, "other")?.marginCalls.push(marginCallImage(s, event));
        return;
      case "noticeSent":
        for (const { account } of event.accounts) of(accountId(account), "notice")?.notices.push(event);
        return;
      case "autoAppendChanged":
        of(event.account, "other")?.positions.add(event.position);
        return;
      case "leverageChanged": {
        const found = of(event.account, "leverage");
        if (found === undefined) return;
        found.settings.push(settingImage(s, "leverage", event));
        found.entries.add(0);
        const { holdings, positions, orders } = s;
        const holding = findHolding(s, event.account, event.contract);
        for (const head of [holdings.longHead[holding], holdings.shortHead[holding]])
          for (let p = head; p !== NONE; p = positions.legNext[p]) found.positions.add(positions.id[p]);
        for (let slot = holdings.orderHead[holding]; slot !== NONE; slot = orders.holdingNext[slot]) {
          if (orders.state[slot] === STATE_UNTRIGGERED) continue;
          found.orders.set(orders.id[slot], undefined);
          found.changes.set(orders.id[slot], "leverage");
        }
        return;
      }
      case "modeChanged":
        of(event.account, "mode")?.settings.push(settingImage(s, "mode", event));
        return;
      default:
        return; // of no user's account, or nothing that an update shows
    }
  }

  #traded(s: State, event: EventOf<"traded">, side: "maker" | "taker", found: Touched): void {
    this.#filled(
      s,
      event,
      event.trade,
      side,
      {
        order: event[`${side}Order`],
        position: event[`${side}Position`],
        action: event[`${side}Action`],
        kind: event[`${side}Kind`],
        marginMode: event[`${side}MarginMode`],
        separatedMode: event[`${side}SeparatedMode`],
        size: event[`${side}Size`],
        value: event[`${side}Value`],
        fee: event[`${side}Fee`],
        liquidationFee: event[`${side}LiquidationFee`],
        realized: event[`${side}Realized`],
      },
      found,
    );
  }

  #filled(
    s: State,
    { trade, contract }: Pick<EventOf<"traded">, "trade" | "contract">,
    id: TradeId,
    side: "maker" | "taker",
    fill: FilledSide,
    found: Touched,
  ): void {
    const { order, position, action, kind, marginMode, separatedMode } = fill;
    const { size, value, fee, liquidationFee, realized } = fill;
    if (!found.orders.has(order)) found.orders.set(order, undefined);
    found.positions.add(position);
    found.entries.add(marginMode === ISOLATED ? position : 0);
    const slot = s.positions.byId.get(position);
    const openOrder =
      slot === NONE ? this.#closed.get(position)?.position.openOrder : s.positions.openOrder[slot];
    found.fills.push({
      fill: id,
      trade,
      order,
      contract,
      action,
      maker: side === "maker",
      kind,
      marginMode,
      separatedMode,
      openOrder: openOrder ?? 0,
      size,
      value,
      fee,
      liquidationFee,
      realized,
    });
  }

  #note(s: State, account: AccountId, what: Touched): void {
    const { placed, fills, marginCalls, settings, notices, cause = "other" } = what;
    const latency = s.latencies.size > 0 ? s.latencies.get(account) : undefined;
    const update = { account, version: s.seq, time: s.time, pushDelayMs: latency?.toPushOf(s.seq) ?? 0 };
    const images: OrderImage[] = [];
    for (const [id, ended] of what.orders) {
      const view = ended ?? liveOrder(s, id);
      if (view !== undefined) images.push(orderImage(s, view, what.changes.get(id)));
    }
    const pending = placed.filter(
      ({ order }) => images.find((each) => each.order === order)?.state !== STATE_PENDING,
    );
    const isFirst = ({ order }: OrderImage) =>
      what.endedFirst.has(order) && (placed.length > 0 || fills.length > 0);
    // What was placed or traded after orders had ended, as in a liquidation, is told of after their end.
    for (const orders of [images.filter(isFirst), pending.map((each) => orderImage(s, each))]) {
      if (orders.length === 0) continue;
      this.#updates.push({
        ...update,
        cause: "order",
        orders,
        fills: [],
        positions: [],
        beside: [],
        entries: [],
        marginCalls: [],
        settings: [],
        notices: [],
        moved: 0n,
        worth: undefined,
      });
    }
    const orders = images.filter((each) => !isFirst(each));
    const positions: PositionImage[] = [];
    for (const id of what.positions) {
      const slot = s.positions.byId.get(id);
      const image = slot === NONE ? this.#closed.get(id)?.position : positionImage(s, slot);
      if (image !== undefined) positions.push(image);
    }
    const entries: EntryImage[] = [];
    for (const id of what.entries) {
      const slot = id === 0 ? s.accounts.entry[account] : this.#entryOf(s, id);
      const image = slot === NONE ? this.#closed.get(id)?.entry : entryImage(s, slot);
      if (image !== undefined) entries.push(image);
    }
    const worth = entries.length === 0 ? undefined : worthImage(s, account);
    const { moved } = what;
    this.#updates.push({
      ...update,
      cause,
      orders,
      fills,
      positions,
      beside: positionsBeside(s, account, positions),
      entries,
      marginCalls,
      settings,
      notices,
      moved,
      worth,
    });
  }

  #entryOf(s: State, position: PositionId): EntrySlot {
    const slot = s.positions.byId.get(position);
    return slot === NONE ? NONE : s.positions.entry[slot];
  }
}

/** What the fill of one side of a trade is told of. */
type FilledSide = Pick<
  EventOf<"tradeTurned">,
  | "order"
  | "position"
  | "action"
  | "kind"
  | "marginMode"
  | "separatedMode"
  | "size"
  | "value"
  | "fee"
  | "liquidationFee"
  | "realized"
>;

/** What an account is called for margin on: an isolated position, or all that are shared. */
function marginCallImage(
  s: State,
  { account, position, equity, requirement }: EventOf<"marginCalled">,
): MarginCallImage {
  const isMeant = (each: PositionView): boolean =>
    position === 0 ? each.marginMode !== ISOLATED : each.position === position;
  const all = positionViews(s, { account, contract: undefined });
  return { position, equity, requirement, positions: all.filter(isMeant) };
}

/** What an account holds besides these positions in their contracts, where each side has one position. */
function positionsBeside(
  s: State,
  account: AccountId,
  changed: readonly PositionImage[],
): readonly PositionImage[] {
  const { holdings, positions } = s;
  const beside: PositionImage[] = [];
  for (const contract of new Set(changed.map((each) => each.contract))) {
    const holding = findHolding(s, account, contract);
    if (holding === NONE || holdings.separatedMode[holding] === SEPARATED) continue;
    for (const p of [holdings.longHead[holding], holdings.shortHead[holding]])
      if (p !== NONE && !changed.some(({ position }) => position === positions.id[p]))
        beside.push(positionImage(s, p));
  }
  return beside;
}

function settingImage(
  s: State,
  change: SettingImage["change"],
  { account, contract }: EventOf<"modeChanged"> | EventOf<"leverageChanged">,
): SettingImage {
  const { holdings } = s;
  const holding = findHolding(s, account, contract);
  return {
    ...{ change, contract, marginMode: holdings.marginMode[holding] },
    ...{ cross: holdings.cross[holding], isolatedLong: holdings.isolatedLong[holding] },
    isolatedShort: holdings.isolatedShort[holding],
  };
}

/** An order that is still live. */
function liveOrder(s: State, id: OrderId): OrderView | undefined {
  const slot = s.orders.byId.get(id);
  return slot === NONE ? undefined : orderView(s, slot);
}

function movementCause(movement: number, isFrom: boolean): UpdateCause {
  if (movement === MOVE_DEPOSIT) return "deposit";
  if (movement === MOVE_WITHDRAW) return "withdraw";
  if (movement === MOVE_MARGIN) return "margin";
  const { fromCounter } = bookings[movement]!;
  if (fromCounter === "transferOut") return isFrom ? "transferOut" : "transferIn";
  return "other";
}
