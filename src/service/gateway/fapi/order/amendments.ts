import * as declared from "../../../../interface/wire/fapi/operations/order.ts";
import type { Amendment } from "../../../../interface/wire/fapi/order.ts";
import { priceText, sizeText } from "../../../../interface/wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { checkOrder } from "../../trading/span.ts";
import { symbolOf } from "../symbol.ts";
import { foundOrder } from "./find.ts";
import { shownClientId, shownOrderId } from "./showOrder.ts";

/** How price and quantity of an order, live or ended, changed while it rested; the last change first. */
export const orderAmendments = privateOperation(
  declared.orderAmendments,
  async (context, { startTime: from, endTime: to, limit, ...named }): Promise<Amendment[]> => {
    const { account, contracts, history, rules } = context;
    checkOrder({ startTime: from, endTime: to });
    const found = await foundOrder(context, named);
    const contract = contracts.at(found.contract);
    const symbol = symbolOf(contract);
    const { rows } = await history.amendments({ account, order: found.order, from, to, limit });
    return rows.map(({ seq, time, priceBefore, price, sizeBefore, size, id }) => ({
      amendmentId: seq,
      symbol,
      pair: symbol,
      orderId: shownOrderId(found, rules),
      clientOrderId: shownClientId(found),
      time,
      amendment: {
        price: { before: priceText(contract, priceBefore), after: priceText(contract, price) },
        origQty: { before: sizeText(contract, sizeBefore), after: sizeText(contract, size) },
        count: id,
      },
    }));
  },
);
