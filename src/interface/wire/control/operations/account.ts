import { Type } from "typebox";
import { CHANGE_MONEY, CHANGE_RESET, CHANGE_STATUS } from "../../codes.ts";
import { choice, decimal, flag, integer, integers, optional, text, texts } from "../../parameter.ts";
import {
  EquityHistory,
  equityHistoryParameters,
  Performance,
  performanceParameters,
} from "../../performance.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";
import { accountText, amountText, contractText, feeParameters } from "../parameters.ts";
import {
  accountKinds,
  accountOrders,
  accountStatuses,
  exported,
  fileTypes,
  positionModes,
  selfTradePreventions,
} from "../words.ts";

export const listAccounts = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/accounts",
  summary: "List the accounts",
  answer: control.Accounts,
  parameters: {
    kind: optional(choice("Only accounts of this kind.", accountKinds)),
    match: optional(
      text("Only these: names, ids or patterns such as `team-*`, separated by commas.", 16_000),
    ),
    money: optional(flag("Show wallet, equity, unrealized PnL and positions of each."), false),
  },
});

export const pageAccounts = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/accounts/page",
  summary: "A page of the accounts, filtered and sorted, with what each has",
  answer: control.AccountsPage,
  parameters: {
    kind: optional(choice("Only accounts of this kind.", accountKinds)),
    words: optional(text("Only accounts with each of these words in id, name, kind or status.", 256), ""),
    sort: optional(choice("By what; those that are equal by id.", accountOrders), "account"),
    descending: optional(flag("The last first."), false),
    offset: optional(integer("How many to leave out at the beginning."), 0),
    limit: optional(integer("How many.", { min: 1, max: 1_000 }), 100),
  },
});

export const openAccount = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/accounts/open",
  summary: "Open an account, with a deposit if one is given",
  answer: control.AccountOpened,
  parameters: {
    name: text("Unique; letters, digits, '-', '_' and '.', not digits alone.", 64),
    balance: optional(amountText),
  },
});

export const openAccounts = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/accounts/many/open",
  summary: "Open many accounts with one command: all of them, or none",
  answer: control.ManyAccounts,
  parameters: {
    names: texts("1 to 1000, each unique; letters, digits, '-', '_' and '.', not digits alone."),
    balance: optional(amountText),
  },
});

const manyText = texts("Users' accounts, 1 to 1000: ids, names, or patterns such as `team-*`.");

export const changeAccounts = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/accounts/many/change",
  summary: "Reset, fund, freeze or free many accounts with one command: all of them, or none",
  answer: control.ManyAccounts,
  parameters: {
    change: choice(
      "`reset`: cancel, close at market, bring the balance back to the first deposit; `fund`: deposit `amount`; `status`: give `status`.",
      { reset: CHANGE_RESET, fund: CHANGE_MONEY, status: CHANGE_STATUS },
    ),
    accounts: manyText,
    amount: optional(amountText),
    status: optional(choice("What they may do.", accountStatuses)),
  },
});

export const disableAccounts = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "admin",
  path: "/control/accounts/many/disable",
  summary: "Disable every API key of many accounts with one command, for good",
  answer: control.ManyAccounts,
  parameters: { accounts: manyText },
});

export const messageAccounts = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/accounts/many/message",
  summary: "Tell the owners of many accounts something, with one command",
  answer: control.Message,
  parameters: {
    accounts: manyText,
    text: text(
      "What they are told: shown on the page, pushed on the channel `messages`, kept for `GET account/messages`.",
      500,
    ),
  },
});

export const listMessages = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/messages",
  summary: "List what owners of accounts were told: the latest 200 messages",
  answer: control.Messages,
  parameters: {},
});

export const resetPaperAccount = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/accounts/paper",
  summary: "Start a user's paper account anew, without orders and positions; open it if there is none",
  answer: control.PaperAccount,
  parameters: {
    account: accountText,
    balance: optional(decimal("Simulated USDT to begin with, above 0, at most 1000000000."), "100000"),
  },
});

export const resetAccount = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/accounts/reset",
  summary:
    "Cancel an account's orders, close its positions at market, move its balance back to its first deposit",
  answer: control.AccountReset,
  parameters: { account: accountText },
});

export const changeAccount = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/accounts/settings",
  summary:
    "Change an account's fees, discounts, status, delays, own order limit, self-trade prevention, position mode",
  answer: control.AccountChanged,
  parameters: {
    account: accountText,
    symbol: optional(contractText),
    ...feeParameters,
    status: optional(
      choice(
        "`frozen` reads and does not trade; `restricted` closes and cancels, and does nothing else over the API.",
        accountStatuses,
      ),
    ),
    orderRateLimitPerMinute: optional(
      integer("Placements a minute; 0: no limit of its own.", { max: 1_000_000 }),
    ),
    orderDelayMs: optional(integer("How long a new order waits before it enters the book.", { max: 60_000 })),
    cancelDelayMs: optional(integer("How long a cancel waits before it takes effect.", { max: 60_000 })),
    selfTradePrevention: optional(choice("What happens when own orders meet.", selfTradePreventions)),
    marginCallPercent: optional(
      integer("Margin is called for once what must be kept is so many per cent of equity; 0: never.", {
        max: 99,
      }),
    ),
    group: optional(
      integer("Orders of accounts of one group never meet in the book; 0: of none.", { max: 1_000_000 }),
    ),
    positionMode: optional(
      choice(
        "A leg each way, or one net position a contract; changed only with neither orders nor positions, on paper too.",
        positionModes,
      ),
    ),
  },
});

/** Of one way. */
const SAMPLES = { min: 1, max: 60_000, itemsMax: 1_000 };

export const setLatency = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/accounts/latency",
  summary: "Let an account's messages take market time: to the book, and from the book to its pushes",
  answer: control.AccountLatency,
  parameters: {
    account: accountText,
    toBook: optional(
      integers(
        "Delay to the book in ms, or several, of which each message draws one (on the command line also a file with one a line); left out: no delay.",
        SAMPLES,
      ),
    ),
    toPush: optional(integers("Delay from the book to a private push in ms, likewise.", SAMPLES)),
    seed: optional(
      integer("Seed of the draws: the same seed gives the same delays.", { max: 4_294_967_295 }),
      0,
    ),
  },
});

export const equityHistory = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/accounts/equity",
  summary:
    "Show what an account was worth over time: a point for each minute, or longer span, in which that changed",
  answer: EquityHistory,
  parameters: { account: accountText, ...equityHistoryParameters },
});

export const performance = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/accounts/performance",
  summary:
    "Show what an account made of its money: PnL by contract and day, return, drawdown, Sharpe, win rate",
  answer: Performance,
  parameters: { account: accountText, ...performanceParameters },
});

export const passedBetween = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/accounts/passed",
  summary:
    "Show what users gained in a span, and of whom: by trades against the index, funding, the fund, deposits",
  answer: control.ValuePassed,
  parameters: {
    accounts: text("Users' accounts: ids, names or patterns such as `team-*`, separated by commas.", 16_000),
    ...performanceParameters,
  },
});

export const exportAccounts = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/accounts/export",
  summary:
    "Send as a file what accounts did, row by row, as `outcry export` writes it; every amount is exact, every moment market time",
  answer: Type.String({ description: "A row each." }),
  sends: Object.values(fileTypes),
  parameters: {
    what: choice(
      "Orders that have ended, fills, the ledger (bills), equity at whole minutes, or the last 10000 requests that were logged.",
      exported,
    ),
    format: optional(
      choice("Form of the file.", { csv: "csv", ndjson: "ndjson", parquet: "parquet" }),
      "csv",
    ),
    accounts: optional(
      text(
        "Only of these: ids, names or patterns such as `team-*`, separated by commas; without it of all.",
        8_000,
      ),
    ),
    kind: optional(choice("Only of accounts of this kind.", accountKinds)),
    from: optional(integer("From this market time on, Unix ms; for orders, of their end.")),
    to: optional(integer("Up to this one, itself included.")),
  },
});

export const showAccount = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/accounts/show",
  summary: "Show an account: settings, money, positions, live orders",
  answer: control.AccountView,
  parameters: { account: accountText },
});
