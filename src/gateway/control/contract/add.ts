import * as declared from "../../../wire/control/operations/contract.ts";
import { invalidParameter } from "../../../wire/index.ts";
import { pointsOf } from "../market/pointsOf.ts";
import { controlOperation } from "../operation.ts";
import { contractOf } from "../parameters.ts";
import { shownContract } from "./show.ts";
import { changedTerms } from "./terms.ts";

const SYMBOL = /^cmt_([a-z0-9]{2,20})usdt$/;

/**
 * `POST /control/contracts/add`: lists a contract under the venue's usual rules, except where other terms are given.
 * Its tick, lot and coin never change. It trades once it has an index price: `price`, or one pushed later.
 */
export const addContract = controlOperation(
  declared.addContract,
  async (context, { symbol, baseCoin, priceDecimals, sizeDecimals, lotStep, price, ...given }) => {
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
);
