import { moneyText, v2 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v2/operations/account.ts";
import { COIN_USDT } from "../../../../kernel/core/index.ts";
import { TICKET_MS } from "../../auth/tickets.ts";
import { type Operation, type PrivateContext, privateOperation } from "../../operation.ts";
import { accountOf, assetsOf, listedHoldings } from "../../trading/accountOf.ts";
import { currentPlan, fills, current as orders } from "../order/lists.ts";
import { allPosition } from "./positions.ts";
import { messages } from "./records.ts";
import { showRetiredAccount } from "./retiredAccount.ts";
import { showAccount, showLeverage } from "./showAccount.ts";

export const getAccounts = privateOperation(
  declared.getAccounts,
  async (context): Promise<v2.AccountList> => {
    return showAccount(await accountOf(context), context.contracts, context.profile);
  },
);

/**
 * The parameter `coin` is not read: USDT is all that it can be, and all that an account has, paper accounts
 * included.
 */
export const getAccount = privateOperation(
  declared.getAccount,
  async (context): Promise<v2.SingleAccount> => {
    const list = showAccount(await accountOf(context), context.contracts, context.profile);
    const modeSetting = list.account.modeSetting.map((mode) => ({
      ...mode,
      separatedModeEnum: mode.separatedMode,
      positionModeEnum: mode.positionMode,
    }));
    return { ...list, account: { ...list.account, modeSetting } };
  },
);

/** `frozen` is the margin of opening orders; equity − unrealizePnl is the wallet balance. */
export const assets = privateOperation(declared.assets, async (context): Promise<v2.Asset[]> => {
  const view = await assetsOf(context);
  return [
    {
      coinName: v2.words.coins[COIN_USDT]!,
      available: moneyText(view.available),
      equity: moneyText(view.equity),
      frozen: moneyText(view.frozen),
      unrealizePnl: moneyText(view.unrealized),
    },
  ];
});

/** Retired in favour of getAccounts, and still the first call of many programs. */
export const accounts = privateOperation(declared.accounts, retiredAccount);

/** The retired form, with the positions of all contracts. */
async function retiredAccount(context: PrivateContext): Promise<v2.RetiredAccount> {
  const { engine, account, contracts } = context;
  const view = await accountOf(context);
  const positions = await engine.query({ type: "positions", account, contract: undefined });
  return showRetiredAccount(view, positions, contracts);
}

export const account = privateOperation(declared.account, retiredAccount);

export const settings = privateOperation(
  declared.settings,
  async (context, { symbol }): Promise<v2.Settings> => {
    const { contracts } = context;
    const holdings = await listedHoldings(context, contracts.ofFilter(symbol));
    return Object.fromEntries(
      holdings.map((holding) => [contracts.at(holding.contract).symbol, showLeverage(holding)]),
    );
  },
);

/**
 * Ours: no other venue has it. Opens a private socket, of V2 or V3, where the handshake cannot carry signed
 * headers.
 */
export const socketTicket = privateOperation(declared.socketTicket, (context): v2.SocketTicket => {
  return { ticket: context.issueTicket(), expiresIn: TICKET_MS };
});

/** The first page of each list, and its number of rows. */
const PAGE = { limit: 100, page: 0 };

/**
 * Ours: no other venue has it. The answers of seven operations in one, so that a program can begin with one
 * request. History is a little behind, but waits until it has all that the engine was asked before; fills
 * are read last.
 */
export const snapshot = privateOperation(declared.snapshot, async (context): Promise<v2.Snapshot> => {
  const now = { accounts: getAccounts, assets, positions: allPosition, orders, plans: currentPlan, messages };
  const answers = await Promise.all(
    Object.entries(now).map(async ([name, operation]) => [name, await answerOf(operation, context)] as const),
  );
  return Object.fromEntries([...answers, ["fills", await answerOf(fills, context)]]) as v2.Snapshot;
});

function answerOf({ handle }: Operation, context: PrivateContext): unknown {
  return handle(context, PAGE);
}
