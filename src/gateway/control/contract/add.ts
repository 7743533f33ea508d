import { control, decimal, integer, invalidParameter, optional, text } from "../../../wire/index.ts";
import { pointsOf } from "../market/pointsOf.ts";
import { controlOperation } from "../operation.ts";
import { contractOf } from "../parameters.ts";
import { shownContract } from "./show.ts";
import { changedTerms, termParameters } from "./terms.ts";

const SYMBOL = /^cmt_([a-z0-9]{2,20})usdt$/;

/**
 * `POST /control/contracts/add`: lists a contract under the venue's usual rules, except where other terms are given.
 * Its tick, lot and coin never change. It trades once it has an index price: `price`, or one pushed later.
 */
export const addContract = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/contracts/add",
  summary: "List a new contract",
  answer: control.ContractTerms,
  parameters: {
    symbol: text("cmt_<coin>usdt.", 64),
    baseCoin: optional(text("Default: as in the symbol, in capitals.", 16)),
    priceDecimals: integer("tick = 10^-priceDecimals; with more than 6, lots of 10 or 100.", { max: 8 }),
    sizeDecimals: integer("lot = lotStep × 10^-sizeDecimals.", { max: 6 }),
    lotStep: optional(integer("See sizeDecimals.", { min: 1, max: 1_000_000 }), 1),
    price: optional(decimal("Index price at once.")),
    ...termParameters,
  },
  async handle(context, { symbol, baseCoin, priceDecimals, sizeDecimals, lotStep, price, ...given }) {
    const { usualListing, submit, feeds, acting } = context;
    const coin = SYMBOL.exec(symbol)?.[1];
    if (coin === undefined)
      throw invalidParameter("symbol", `cmt_<coin>usdt in small letters, got '${symbol}'`);
    const usual = usualListing({
      symbol,
      baseCoin: baseCoin ?? coin.toUpperCase(),
      priceDecimals,
      sizeDecimals,
      lotStep,
      orderLotsMax: given.orderLotsMax ?? 100_000_000,
      leverageMax: given.leverageMax ?? 75_00,
    });
    const listing = { ...usual, ...changedTerms(usual, given) };
    const points = price === undefined ? undefined : pointsOf(listing, price, "price");
    await submit(listing);
    const contract = await contractOf(context, symbol);
    feeds.add(contract, undefined);
    if (points !== undefined) await feeds.push({ [symbol]: points }, (command) => acting.submit(command));
    return shownContract(await contractOf(context, symbol), context);
  },
});
