import type { Command, ContractView, DepthView, OrderView, PositionView } from "../../kernel/core/index.ts";
import {
  BUY,
  CANCEL_ALL_ORDERS,
  CLOSE_LONG,
  CLOSE_SHORT,
  GTC,
  IOC,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  PLAIN_ORDER,
  POINTS_PER_TICK,
  POST_ONLY,
  QUANTA_PER_UNIT,
  SHORT,
  STATE_OPEN,
  sideOf,
} from "../../kernel/core/index.ts";
import type { Instruction, TradedContract } from "../traders/index.ts";
import { ParticipantError } from "./account.ts";

/** How far binary floating point may be from a multiple of a step, in steps. */
const ROUNDING = 1e-6;
const WAYS: Readonly<Record<string, number>> = { gtc: GTC, ioc: IOC, post: POST_ONLY };

/** A contract, and what one account has in it. */
export interface ContractState {
  readonly contract: ContractView;
  readonly depth: DepthView | undefined;
  readonly positions: readonly PositionView[];
  readonly orders: readonly OrderView[];
  readonly leverage: number;
}

/** A contract as its trader sees it. */
export function tradedContract({
  contract,
  depth,
  positions,
  orders,
  leverage,
}: ContractState): TradedContract {
  const tick = tickOf(contract);
  const lot = lotOf(contract);
  const price = (ticks: number): number => ticks * tick;
  const levels = (side: DepthView["bids"] = []) =>
    side.map((level) => ({ price: price(level.price), size: level.size * lot }));
  const held = (leg: number): number =>
    positions.reduce((sum, position) => (position.leg === leg ? sum + position.size : sum), 0);
  const unrealized = positions.reduce((sum, position) => sum + position.unrealized, 0n);
  return {
    symbol: contract.symbol,
    tick,
    lot,
    sizeMin: contract.orderLotsMin * lot,
    bid: price(contract.bestBid),
    ask: price(contract.bestAsk),
    last: price(contract.last),
    index: price(contract.index / POINTS_PER_TICK),
    mark: price(contract.mark / POINTS_PER_TICK),
    bids: levels(depth?.bids),
    asks: levels(depth?.asks),
    position: (held(LONG) - held(SHORT)) * lot,
    unrealized: Number(unrealized) / QUANTA_PER_UNIT,
    orders: orders
      .filter(({ state }) => state === STATE_OPEN)
      .map((order) => ({
        id: order.order,
        side: sideOf(order.action) === BUY ? ("buy" as const) : ("sell" as const),
        price: price(order.price),
        size: order.remaining * lot,
      })),
    leverage,
  };
}

/**
 * The commands for a trader's instructions. A buy first closes the short position, as far as no other order
 * closes it already, and then opens; a sell likewise. So an order larger than the position becomes two.
 *
 * @throws ParticipantError naming the part of an instruction that no venue could carry out
 */
export function commandsOf(
  account: number,
  instructions: readonly Instruction[],
  states: readonly ContractState[],
): readonly Command[] {
  const closable = new Closable();
  const all = states.flatMap(({ orders }) => orders);
  return instructions.flatMap((instruction): readonly Command[] => {
    switch (instruction.do) {
      case "cancel": {
        const { order } = instruction;
        closable.release(all.filter((each) => each.order === order));
        return [{ type: "cancelOrder", account, order, plansOnly: false, clientId: "" }];
      }
      case "cancelAll": {
        const { contract, orders } = stateOf(instruction.symbol, states);
        closable.release(orders);
        return [{ type: "cancelAll", account, contract: contract.contract, which: CANCEL_ALL_ORDERS }];
      }
      case "order":
        return ordersOf(account, instruction, stateOf(instruction.symbol, states), closable);
      default:
        throw new ParticipantError(
          `an instruction must order, cancel or cancelAll, got ${JSON.stringify(instruction)}`,
        );
    }
  });
}

function ordersOf(
  account: number,
  { symbol, side, size, price, as = "gtc" }: Extract<Instruction, { do: "order" }>,
  { contract, positions }: ContractState,
  closable: Closable,
): readonly Command[] {
  if (side !== "buy" && side !== "sell") throw new ParticipantError(`side must be buy or sell, got ${side}`);
  if (!(size >= 0 && Number.isFinite(size)))
    throw new ParticipantError(`size in ${symbol} must be a number from 0 up, got ${size}`);
  if (price !== undefined && !(price > 0 && Number.isFinite(price)))
    throw new ParticipantError(`price in ${symbol} must be a number above 0, got ${price}`);
  const timeInForce = WAYS[as];
  if (timeInForce === undefined) throw new ParticipantError(`as must be gtc, ioc or post, got ${String(as)}`);
  const lots = Math.min(contract.orderLotsMax, Math.floor(size / lotOf(contract) + ROUNDING));
  const [open, close, leg] =
    side === "buy" ? [OPEN_LONG, CLOSE_SHORT, SHORT] : [OPEN_SHORT, CLOSE_LONG, LONG];
  const closes = closable.take(contract, leg, positions, lots);
  const market = price === undefined;
  const terms = {
    ...PLAIN_ORDER,
    account,
    contract: contract.contract,
    timeInForce: market ? IOC : timeInForce,
    market,
    price: market ? 0 : ticksOf(contract, side, price),
  };
  return [
    ...(closes > 0 ? [{ ...terms, action: close, size: closes }] : []),
    ...(lots - closes >= contract.orderLotsMin ? [{ ...terms, action: open, size: lots - closes }] : []),
  ];
}

/**
 * What may still be closed at this turn: lots that no other order closes, and lots reserved by orders being
 * canceled.
 */
class Closable {
  /** Lots taken by orders of this turn, less lots released, by contract and leg. */
  readonly #taken = new Map<string, number>();

  release(orders: readonly OrderView[]): void {
    for (const { action, contract, remaining } of orders) {
      if (action === CLOSE_LONG) this.#add(contract, LONG, -remaining);
      if (action === CLOSE_SHORT) this.#add(contract, SHORT, -remaining);
    }
  }

  /** How many of `lots` close a position; less than the smallest order only where nothing is left then. */
  take(
    { contract, orderLotsMin }: ContractView,
    leg: number,
    positions: readonly PositionView[],
    lots: number,
  ): number {
    const held = positions.filter((each) => each.leg === leg);
    const all = held.reduce((sum, { size, reserved }) => sum + size - reserved, 0);
    const free = Math.max(0, all - (this.#taken.get(`${contract} ${leg}`) ?? 0));
    const closes = Math.min(lots, free);
    if (closes < Math.min(orderLotsMin, free)) return 0;
    this.#add(contract, leg, closes);
    return closes;
  }

  #add(contract: number, leg: number, lots: number): void {
    const key = `${contract} ${leg}`;
    this.#taken.set(key, (this.#taken.get(key) ?? 0) + lots);
  }
}

/** A bid is rounded down to the tick, an ask up: nobody pays more than they want. */
function ticksOf(contract: ContractView, side: string, price: number): number {
  const ticks = price / tickOf(contract);
  return Math.max(1, side === "buy" ? Math.floor(ticks + ROUNDING) : Math.ceil(ticks - ROUNDING));
}

function stateOf(symbol: string, states: readonly ContractState[]): ContractState {
  const found = states.find(({ contract }) => contract.symbol === symbol);
  if (found === undefined)
    throw new ParticipantError(`symbol must be one of the turn's contracts, got ${String(symbol)}`);
  return found;
}

const tickOf = ({ priceStep, priceDecimals }: ContractView): number => priceStep / 10 ** priceDecimals;
const lotOf = ({ lotStep, sizeDecimals }: ContractView): number => lotStep / 10 ** sizeDecimals;
