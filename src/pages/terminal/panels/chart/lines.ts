import type { AccountView } from "../../account/accountData.ts";
import {
  buys,
  capital,
  isLeftOver,
  type LiveOrder,
  purposeOf,
  wholeDeedOf,
} from "../../account/liveOrder.ts";
import { isOneWayIn } from "../../desk/orderRequest.ts";
import { big, fixed, signed, withThousands } from "../../format/decimal.ts";
import type { Contract } from "../../market/contract.ts";

/** A horizontal line on the chart: something of the account that has a price. */
export interface ChartLine {
  readonly id: string;
  readonly kind: "entry" | "liquidation" | "limit" | "takeProfit" | "stopLoss" | "trigger";
  /** Price of the line, decimal text. */
  readonly price: string;
  readonly text: string;
  /** The label where there is little room. */
  readonly short: string;
  /**
   * The place of its label, counted from the right, so that labels of entries stand beside each other and not
   * on top.
   */
  readonly place: 0 | 1 | 2;
  /** Token of its colour. */
  readonly colour: "up" | "down" | "danger";
  /** Its order, if it has one: the order can be moved and cancelled. */
  readonly order: LiveOrder | undefined;
}

/** Orders of one kind and side that have a line each; more are drawn together. */
const APART_MAX = 12;
/** Lines as which that many orders of one kind and side are drawn. */
const GROUPS_MAX = 8;

export function isOfOrders(kind: ChartLine["kind"]): boolean {
  return kind !== "entry" && kind !== "liquidation";
}

/** Everything of the account that has a price in a contract: entries, liquidation prices, orders. */
export function chartLines(view: AccountView, contract: Contract, last: string): readonly ChartLine[] {
  const held = view.positions.filter(({ symbol }) => symbol === contract.symbol);
  const ordered = view.orders.filter(({ symbol }) => symbol === contract.symbol);
  return [
    ...held.flatMap((position) => positionLines(position, contract)),
    ...grouped(
      ordered.flatMap((order) => orderLine(order, contract, last, view)),
      contract,
    ),
  ];
}

/**
 * Many lines of a kind and side as a few, neighbours together, each at the price of its first: the one that
 * comes next.
 */
function grouped(lines: readonly OrderLine[], { coin }: Contract): readonly ChartLine[] {
  const kinds = Map.groupBy(lines, ({ kind, order: { opens, side } }) => `${kind} ${opens} ${side}`);
  return [...kinds.values()].flatMap((alike): readonly ChartLine[] => {
    if (alike.length <= APART_MAX) return alike;
    const isBought = alike[0]!.colour === "up";
    const nextFirst = alike.toSorted((a, b) =>
      Number(big(isBought ? b.price : a.price).cmp(isBought ? a.price : b.price)),
    );
    const each = Math.ceil(nextFirst.length / GROUPS_MAX);
    return Array.from({ length: Math.ceil(nextFirst.length / each) }, (_, i) => {
      const part = nextFirst.slice(i * each, (i + 1) * each);
      const [first, last] = [part[0]!, part.at(-1)!];
      const size = part.reduce((sum, { order }) => sum.plus(order.size).minus(order.filled), big("0"));
      const sum = size.eq("0") ? "" : `, ${withThousands(size.toFixed())} ${coin}`;
      const text = `${first.verb} · ${part.length} orders${sum}, to ${withThousands(last.price)}`;
      return {
        ...first,
        id: `group ${first.kind} ${first.verb} ${i}`,
        text,
        short: `${part.length} orders`,
        order: undefined,
      };
    });
  });
}

/** The line of one order. */
interface OrderLine extends ChartLine {
  readonly order: LiveOrder;
  /** "Open long" */
  readonly verb: string;
}

function positionLines(position: AccountView["positions"][number], { grid }: Contract): readonly ChartLine[] {
  const isLong = position.side === "LONG";
  const side = isLong ? "Long" : "Short";
  const entry: ChartLine = {
    id: `entry-${position.id}`,
    kind: "entry",
    price: big(position.open_value).div(big(position.size)).toFixed(grid.priceDecimals),
    text: `${side} ${withThousands(position.size)}  ${signed(position.unrealizePnl, 2)}`,
    short: `${side} ${signed(position.unrealizePnl, 2)}`,
    colour: isLong ? "up" : "down",
    place: isLong ? 1 : 2,
    order: undefined,
  };
  if (big(position.liquidatePrice).lte("0")) return [entry];
  const liquidation: ChartLine = {
    id: `liquidation-${position.id}`,
    kind: "liquidation",
    price: position.liquidatePrice,
    text: `Liquidation of ${side.toLowerCase()}`,
    short: `Liq. ${side.toLowerCase()}`,
    colour: "danger",
    place: isLong ? 1 : 2,
    order: undefined,
  };
  return [entry, liquidation];
}

function orderLine(
  order: LiveOrder,
  { grid }: Contract,
  last: string,
  { positions, modes }: AccountView,
): readonly OrderLine[] {
  const isOneWay = isOneWayIn(modes);
  const { trigger } = order;
  const wanted = trigger?.price ?? order.price;
  if (wanted === undefined) return [];
  const price = big(wanted).toFixed(grid.priceDecimals);
  // The venue says size 0 of a take-profit or stop-loss of a whole position.
  const rest = big(order.size).minus(big(order.filled));
  const left = rest.eq("0") ? "all" : withThousands(rest.toFixed());
  const verb = capital(wholeDeedOf(order, isOneWay));
  // Buying is the colour of up, whether it opens a long or closes a short.
  const colour = buys(order) ? "up" : "down";
  if (trigger === undefined) {
    const text = `${verb} ${left}`;
    return [{ id: order.id, kind: "limit", price, text, short: text, colour, place: 0, order, verb }];
  }
  const at = order.price === undefined ? "at market" : `at ${fixed(order.price, grid.priceDecimals)}`;
  const kind = purposeOf(order, trigger, last);
  const name = { takeProfit: "TP", stopLoss: "SL", trigger: "Trigger" }[kind];
  const fate = isLeftOver(order, positions) ? "  left over" : "";
  return [
    {
      id: order.id,
      kind,
      price,
      text: `${name}  ${verb} ${left} ${at}${fate}`,
      short: `${name} ${left}${fate}`,
      colour,
      place: 0,
      order,
      verb,
    },
  ];
}
