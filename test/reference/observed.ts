import { bookings } from "../../src/kernel/core/data/ledger/movement.ts";
import { commandBytes } from "../../src/kernel/core/data/messages/command.ts";
import type { Event, EventOf } from "../../src/kernel/core/data/messages/event.ts";
import { decodeEvent } from "../../src/kernel/core/data/messages/event.ts";
import { Exchange } from "../../src/kernel/core/exchange/exchange.ts";
import { BUY, RecordView, rejections } from "../../src/kernel/core/index.ts";
import type { Happening, StateRecord } from "./happening.ts";
import { observe } from "./observe.ts";
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

  private hear(event: Event): void {
    switch (event.type) {
      case "orderPlaced":
        this.orders.add(event.order);
        this.say({
          what: "placed",
          order: this.orders.of(event.order),
          account: event.account,
          contract: event.contract,
          kind: wordOf(KINDS, event.kind),
          action: wordOf(ACTIONS, event.action),
          timeInForce: wordOf(TIMES_IN_FORCE, event.timeInForce),
          market: event.market,
          price: event.price,
          size: event.size,
          state: wordOf(STATES, event.state),
          frozen: event.frozen,
          leverage: event.leverage,
          position: this.positions.of(event.position),
          trigger: event.triggerPrice,
          parent: this.orders.of(event.parent),
          due: event.dueTime,
        });
        return;
      case "orderRested":
        this.say({
          what: "rested",
          order: this.orders.of(event.order),
          price: event.price,
          remaining: event.remaining,
        });
        return;
      case "orderResized":
        this.say({
          what: "resized",
          order: this.orders.of(event.order),
          size: event.size,
          remaining: event.remaining,
        });
        return;
      case "orderCanceling":
        this.say({ what: "canceling", order: this.orders.of(event.order), due: event.dueTime });
        return;
      case "orderTriggerQueued":
        this.say({ what: "queued", order: this.orders.of(event.order) });
        return;
      case "orderActivated":
        this.say({ what: "activated", order: this.orders.of(event.order), points: BigInt(event.points) });
        return;
      case "orderHeld":
        this.say({ what: "held", order: this.orders.of(event.order), held: event.held });
        return;
      case "orderTriggered": {
        const { price, size, leverage, frozen } = event;
        this.say({ what: "triggered", order: this.orders.of(event.order), price, size, leverage, frozen });
        return;
      }
      case "orderAmended":
        this.say({
          what: "amended",
          order: this.orders.of(event.order),
          priceBefore: event.priceBefore,
          by: event.by,
          price: event.price,
          size: event.size,
          remaining: event.remaining,
          leverage: event.leverage,
          frozen: event.frozen,
          due: event.dueTime,
        });
        return;
      case "orderPriced":
        this.say({
          what: "priced",
          order: this.orders.of(event.order),
          price: event.price,
          frozen: event.frozen,
        });
        return;
      case "orderModified":
        this.say({
          what: "modified",
          order: this.orders.of(event.order),
          trigger: event.triggerPrice,
          source: wordOf(SOURCES, event.triggerSource),
          price: event.price,
        });
        return;
      case "orderEnded":
        this.say({
          what: "ended",
          order: this.orders.of(event.order),
          state: wordOf(STATES, event.state),
          reason: wordOf(REASONS, event.cancelReason),
          price: event.price,
          size: event.size,
          remaining: event.remaining,
          filledValue: event.filledValue,
          fee: event.fee,
          liquidationFee: event.liquidationFee,
          realized: event.realized,
        });
        return;
      case "positionOpened":
        this.positions.add(event.position);
        this.say({
          what: "opened",
          position: this.positions.of(event.position),
          account: event.account,
          contract: event.contract,
          leg: wordOf(LEGS, event.leg),
          marginMode: wordOf(MARGIN_MODES, event.marginMode),
          separatedMode: wordOf(SEPARATED_MODES, event.separatedMode),
          openOrder: this.orders.of(event.openOrder),
          leverage: event.leverage,
        });
        return;
      case "positionClosed":
        this.say({
          what: "closed",
          position: this.positions.of(event.position),
          account: event.account,
          openSize: event.openSize,
          openValue: event.openValue,
          openFee: event.openFee,
          closeValue: event.closeValue,
          closeFee: event.closeFee,
          funding: event.funding,
          liquidationFee: event.liquidationFee,
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
          what: "went through zero",
          contract: event.contract,
          price: event.price,
          order: this.orders.of(event.order),
          isTaker: event.isTaker,
          position: this.positions.of(event.position),
          size: event.size,
          value: event.value,
          remaining: event.remaining,
          fee: event.fee,
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
      this.say({
        what: "bill",
        type: wordOf(BILLS, type),
        account,
        entry: this.positions.of(entry),
        contract: event.contract,
        amount,
        balance,
        fee: 0n,
        reason,
      });
    }
  }

  private hearTrade(event: EventOf<"traded">): void {
    this.say({
      what: "fill",
      origin: wordOf(ORIGINS, event.origin),
      contract: event.contract,
      price: event.price,
      size: event.size,
      value: event.value,
      maker: this.orders.of(event.makerOrder),
      makerPosition: this.positions.of(event.makerPosition),
      makerSize: event.makerSize,
      makerRemaining: event.makerRemaining,
      makerFee: event.makerFee,
      makerRealized: event.makerRealized,
      taker: this.orders.of(event.takerOrder),
      takerPosition: this.positions.of(event.takerPosition),
      takerMode: wordOf(MARGIN_MODES, event.takerMarginMode),
      takerSize: event.takerSize,
      takerRemaining: event.takerRemaining,
      takerFee: event.takerFee,
      takerLiquidationFee: event.takerLiquidationFee,
      takerRealized: event.takerRealized,
    });
    const { contract } = event;
    this.hearSide(contract, {
      account: event.makerAccount,
      action: event.makerAction,
      marginMode: event.makerMarginMode,
      position: event.makerPosition,
      value: event.makerValue,
      fee: event.makerFee,
      liquidationFee: event.makerLiquidationFee,
      balance: event.makerBalance,
      feeBill: event.makerFeeBill,
      feeBalance: event.makerFeeBalance,
    });
    this.hearSide(contract, {
      account: event.takerAccount,
      action: event.takerAction,
      marginMode: event.takerMarginMode,
      position: event.takerPosition,
      value: event.takerValue,
      fee: event.takerFee,
      liquidationFee: event.takerLiquidationFee,
      balance: event.takerBalance,
      feeBill: event.takerFeeBill,
      feeBalance: event.takerFeeBalance,
    });
  }

  private hearSide(contract: number, side: HeardSide): void {
    const action = wordOf(ACTIONS, side.action);
    const sells = action === "open short" || action === "close long";
    this.say({
      what: "bill",
      type: `position_${action.replace(" ", "_")}`,
      account: side.account,
      entry: side.marginMode === MARGIN_MODES.isolated ? this.positions.of(side.position) : 0,
      contract,
      amount: (sells ? side.value : -side.value) - side.fee - side.liquidationFee,
      balance: side.balance,
      fee: side.fee,
      reason: "",
    });
    if (side.feeBill === 0) return;
    this.say({
      what: "bill",
      type: "order_fill_fee_income",
      account: 2,
      entry: 0,
      contract,
      amount: side.fee,
      balance: side.feeBalance,
      fee: 0n,
      reason: "",
    });
  }
}

type HeardSide = Pick<
  EventOf<"tradeTurned">,
  | "account"
  | "action"
  | "marginMode"
  | "position"
  | "value"
  | "fee"
  | "liquidationFee"
  | "balance"
  | "feeBill"
  | "feeBalance"
>;
