import { bookings } from "../../src/kernel/core/data/ledger/movement.ts";
import { commandBytes } from "../../src/kernel/core/data/messages/command.ts";
import type { Event, EventOf } from "../../src/kernel/core/data/messages/event.ts";
import { decodeEvent } from "../../src/kernel/core/data/messages/event.ts";
import { Exchange } from "../../src/kernel/core/exchange/exchange.ts";
import { BUY, RecordView, rejections } from "../../src/kernel/core/index.ts";
import type { Happening, StateRecord, Value } from "./happening.ts";
import { observe } from "./observe.ts";
import type { Words } from "./picked.ts";
import { picked } from "./picked.ts";
import type { TapeCommand } from "./tape.ts";
import type { Names } from "./translate.ts";
import {
  ACTIONS,
  BILL_REASONS,
  BILLS,
  KINDS,
  LEGS,
  MARGIN_MODES,
  ORIGINS,
  REASONS,
  SEPARATED_MODES,
  SOURCES,
  STATES,
  TIMES_IN_FORCE,
  translate,
  wordOf,
} from "./translate.ts";

/** The name of a refusal's code; "" for none. */
function refusalOf(code: number): string {
  const found = Object.entries(rejections).find(([, rejection]) => rejection.code === code);
  return found?.[0] ?? "";
}

/** Numbers what appears, from 1, in order of appearance. */
class Ordinals {
  private readonly ids: number[] = [0];
  private readonly byId = new Map<number, number>([[0, 0]]);
  add(id: number): void {
    this.byId.set(id, this.ids.length);
    this.ids.push(id);
  }
  of(id: number): number {
    return this.byId.get(id) ?? -1;
  }
  /** The id, or one that does not exist. */
  id(ordinal: number): number {
    return this.ids[ordinal] ?? 1;
  }
}

/**
 * The core, seen through a tape's words: it executes tape commands and says what it did and how it stands.
 */
export class ObservedExchange implements Names {
  readonly exchange: Exchange;
  happenings: Happening[] = [];
  private readonly orders = new Ordinals();
  private readonly positions = new Ordinals();
  private readonly movements = new Ordinals();

  constructor(exchange = new Exchange()) {
    this.exchange = exchange;
  }

  order(ordinal: number): number {
    return this.orders.id(ordinal);
  }
  position(ordinal: number): number {
    return this.positions.id(ordinal);
  }
  movement(ordinal: number): number {
    return this.movements.id(ordinal);
  }
  orderOrdinal(id: number): number {
    return this.orders.of(id);
  }
  positionOrdinal(id: number): number {
    return this.positions.of(id);
  }

  /** Executes one command in a frame of its own. Returns "ok", or the name of the refusal. */
  execute(time: number, command: TapeCommand): string {
    const { exchange } = this;
    exchange.beginFrame(exchange.seq + 1, time);
    exchange.execute(new RecordView(commandBytes(translate(command, this))), 0);
    this.happenings = [];
    const view = new RecordView(exchange.events.slice());
    for (let at = 0; at < view.length; at = view.next(at)) this.hear(decodeEvent(view, at));
    return exchange.outcomeRejection?.type ?? "ok";
  }

  /** Everything as it stands, in the reference's order. */
  stateRecords(): StateRecord[] {
    return observe(this.exchange.state, this);
  }

  private say(happening: Happening): void {
    this.happenings.push(happening);
  }

  private ofOrder(
    what: Happening["what"],
    { order }: { readonly order: number },
    more: Readonly<Record<string, Value>> = {},
  ): void {
    this.say({ what, order: this.orders.of(order), ...more });
  }

  private hear(event: Event): void {
    switch (event.type) {
      case "orderPlaced":
        this.orders.add(event.order);
        this.ofOrder("placed", event, {
          ...picked(event, "account contract"),
          ...{ kind: wordOf(KINDS, event.kind), action: wordOf(ACTIONS, event.action) },
          timeInForce: wordOf(TIMES_IN_FORCE, event.timeInForce),
          ...picked(event, "market price size"),
          ...{ state: wordOf(STATES, event.state), frozen: event.frozen, leverage: event.leverage },
          ...{ position: this.positions.of(event.position), trigger: event.triggerPrice },
          ...{ parent: this.orders.of(event.parent), due: event.dueTime },
        });
        return;
      case "orderRested":
        this.ofOrder("rested", event, picked(event, "price remaining"));
        return;
      case "orderResized":
        this.ofOrder("resized", event, picked(event, "size remaining"));
        return;
      case "orderCanceling":
        this.ofOrder("canceling", event, { due: event.dueTime });
        return;
      case "orderTriggerQueued":
        this.ofOrder("queued", event);
        return;
      case "orderActivated":
        this.ofOrder("activated", event, { points: BigInt(event.points) });
        return;
      case "orderHeld":
        this.ofOrder("held", event, picked(event, "held"));
        return;
      case "orderTriggered":
        this.ofOrder("triggered", event, picked(event, "price size leverage frozen"));
        return;
      case "orderAmended": {
        const amended = picked(event, "priceBefore by price size remaining leverage frozen");
        this.ofOrder("amended", event, { ...amended, due: event.dueTime });
        return;
      }
      case "orderPriced":
        this.ofOrder("priced", event, picked(event, "price frozen"));
        return;
      case "orderModified": {
        const { triggerPrice: trigger, price } = event;
        this.ofOrder("modified", event, { trigger, source: wordOf(SOURCES, event.triggerSource), price });
        return;
      }
      case "orderEnded":
        this.ofOrder("ended", event, {
          ...{ state: wordOf(STATES, event.state), reason: wordOf(REASONS, event.cancelReason) },
          ...picked(event, "price size remaining filledValue fee liquidationFee realized"),
        });
        return;
      case "positionOpened":
        this.positions.add(event.position);
        this.say({
          ...{ what: "opened", position: this.positions.of(event.position) },
          ...picked(event, "account contract"),
          ...{ leg: wordOf(LEGS, event.leg), marginMode: wordOf(MARGIN_MODES, event.marginMode) },
          separatedMode: wordOf(SEPARATED_MODES, event.separatedMode),
          ...{ openOrder: this.orders.of(event.openOrder), leverage: event.leverage },
        });
        return;
      case "positionClosed":
        this.say({
          ...{ what: "closed", position: this.positions.of(event.position) },
          ...picked(event, "account openSize openValue openFee closeValue closeFee funding liquidationFee"),
        });
        return;
      case "fundingTurned": {
        const { contract, settledRate, skipped, rate, due, markPoints } = event;
        this.say({ what: "turned", contract, settledRate, skipped, rate, due, mark: markPoints });
        return;
      }
      case "fundingSettled":
        this.hearIncome("position_funding", event, this.positions.of(event.entry), event.account);
        return;
      case "liquidationFeeReceived":
        this.hearIncome("order_liquidate_fee_income", event, 0, 3);
        return;
      case "marginCalled": {
        const { account, called, equity, requirement: required } = event;
        const position = this.positions.of(event.position);
        this.say({ what: "margin called", account, position, called, equity, required });
        return;
      }
      case "liquidationQueued":
      case "liquidationDropped": {
        const position = this.positions.of(event.position);
        const { account } = event;
        if (event.type === "liquidationDropped") this.say({ what: "healthy again", account, position });
        else this.say({ what: "in breach", account, position, forced: event.forced });
        return;
      }
      case "liquidationStarted":
      case "liquidationFinished": {
        const { account, balance } = event;
        const position = this.positions.of(event.position);
        if (event.type === "liquidationFinished") {
          this.say({ what: "liquidation finished", account, position, balance });
          return;
        }
        const { forced, equity, requirement } = event;
        this.say({ what: "liquidation started", account, position, forced, equity, requirement, balance });
        return;
      }
      case "requestRepeated":
        this.say({ what: "repeated", account: event.account, order: this.orders.of(event.order) });
        return;
      case "tradeLeftOut": {
        const { account, contract, takerSide, price, lots } = event;
        const reason = refusalOf(event.reason);
        const side = takerSide === BUY ? "buy" : "sell";
        this.say({ what: "left out", account, contract, side, price, lots, reason });
        return;
      }
      case "movementBegun":
        this.movements.add(event.id);
        return;
      case "moneyMoved":
        this.hearMovement(event);
        return;
      case "traded":
        this.hearTrade(event);
        return;
      case "tradeTurned":
        this.say({
          ...{ what: "went through zero", contract: event.contract, price: event.price },
          ...{ order: this.orders.of(event.order), isTaker: event.isTaker },
          position: this.positions.of(event.position),
          ...picked(event, "size value remaining fee"),
        });
        this.hearSide(event.contract, event);
        return;
      default: // what has no counterpart among the happenings shows in the records of the state
    }
  }

  private hearIncome(
    type: string,
    event: { readonly contract: number; readonly amount: bigint; readonly balance: bigint },
    entry: number,
    account: number,
  ): void {
    const { contract, amount, balance } = event;
    this.say({ what: "bill", type, account, entry, contract, amount, balance, fee: 0n, reason: "" });
  }

  private hearMovement(event: EventOf<"moneyMoved">): void {
    const booking = bookings[event.movement]!;
    const reason = wordOf(BILL_REASONS, booking.reason);
    for (const [type, account, entry, amount, balance] of [
      [booking.fromBill, event.fromAccount, event.fromEntry, -event.amount, event.fromBalance],
      [booking.toBill, event.toAccount, event.toEntry, event.amount, event.toBalance],
    ] as const) {
      const of = { account, entry: this.positions.of(entry), contract: event.contract };
      this.say({ what: "bill", type: wordOf(BILLS, type), ...of, amount, balance, fee: 0n, reason });
    }
  }

  private hearTrade(event: EventOf<"traded">): void {
    this.say({
      ...{ what: "fill", origin: wordOf(ORIGINS, event.origin) },
      ...picked(event, "contract price size value"),
      ...{ maker: this.orders.of(event.makerOrder), makerPosition: this.positions.of(event.makerPosition) },
      ...picked(event, "makerSize makerRemaining makerFee makerRealized"),
      ...{ taker: this.orders.of(event.takerOrder), takerPosition: this.positions.of(event.takerPosition) },
      takerMode: wordOf(MARGIN_MODES, event.takerMarginMode),
      ...picked(event, "takerSize takerRemaining takerFee takerLiquidationFee takerRealized"),
    });
    for (const side of ["maker", "taker"] as const)
      this.hearSide(event.contract, {
        ...{ account: event[`${side}Account`], action: event[`${side}Action`] },
        ...{ marginMode: event[`${side}MarginMode`], position: event[`${side}Position`] },
        ...{ value: event[`${side}Value`], fee: event[`${side}Fee`] },
        ...{ liquidationFee: event[`${side}LiquidationFee`], balance: event[`${side}Balance`] },
        ...{ feeBill: event[`${side}FeeBill`], feeBalance: event[`${side}FeeBalance`] },
      });
  }

  private hearSide(contract: number, side: HeardSide): void {
    const action = wordOf(ACTIONS, side.action);
    const sells = action === "open short" || action === "close long";
    const entry = side.marginMode === MARGIN_MODES.isolated ? this.positions.of(side.position) : 0;
    const amount = (sells ? side.value : -side.value) - side.fee - side.liquidationFee;
    this.say({
      ...{ what: "bill", type: `position_${action.replace(" ", "_")}`, account: side.account, entry },
      ...{ contract, amount, balance: side.balance, fee: side.fee, reason: "" },
    });
    if (side.feeBill === 0) return;
    const income = { contract, amount: side.fee, balance: side.feeBalance };
    this.hearIncome("order_fill_fee_income", income, 0, 2);
  }
}

type HeardSide = Pick<
  EventOf<"tradeTurned">,
  Words<"account action marginMode position value fee liquidationFee balance feeBill feeBalance">
>;
