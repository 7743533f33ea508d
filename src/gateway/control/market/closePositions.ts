import * as declared from "../../../wire/control/operations/market.ts";
import { sizeText, WireError } from "../../../wire/index.ts";
import { closeAll } from "../../trading/closeAll.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed, contractOf } from "../parameters.ts";
import { legs, wordOf } from "../words.ts";

/**
 * `POST /control/positions/close`: closes an account's positions at market, as if its owner had: all, those of a symbol, or
 * one. Answers each with the order that closes it and what is left of it, or why there is no order.
 */
export const closePositions = controlOperation(
  declared.closePositions,
  async (context, { account: name, symbol, position }) => {
    const { engine } = context;
    const { account } = await accountNamed(context, name);
    const contract = symbol === undefined ? undefined : await contractOf(context, symbol);
    const closings = await closeAll(
      { engine, account, submit: (command) => context.acting.submit(command) },
      { contract, position, cancelAttached: false },
    );
    if (closings.length === 0) throw new WireError("refused", "there is no position to close");
    const contracts = await engine.query({ type: "contracts" });
    const held = await engine.query({ type: "positions", account, contract: contract?.contract });
    const left = new Map(held.map((each) => [each.position, each.size]));
    return closings.map(({ position: { position, contract, leg, size }, order, why }) => {
      const of = contracts[contract]!;
      return {
        position,
        symbol: of.symbol,
        leg: wordOf(legs, leg),
        size: sizeText(of, size),
        order: order === 0 ? undefined : order,
        left: sizeText(of, left.get(position) ?? 0),
        why: why || undefined,
      };
    });
  },
);
