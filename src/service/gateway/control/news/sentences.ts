import type { NewsKind } from "../../../../interface/wire/control/index.ts";
import { accountStatuses, contractStatuses } from "../../../../interface/wire/control/words.ts";
import { moneyText, pointsText, priceText, rateText, sizeText } from "../../../../interface/wire/index.ts";
import type { Command, Event, EventOf } from "../../../../kernel/core/index.ts";
import {
  INSURANCE_ACCOUNT,
  KIND_LIQUIDATION,
  ORIGIN_DELEVERAGING,
  ORIGIN_TAKE_OVER,
  RATE_ONE,
} from "../../../../kernel/core/index.ts";
import { wordOf } from "../../words.ts";
import type { Directory } from "../journal/shownRecord.ts";

/** How much is told of what an operator gave: a request may be hundreds of commands, each with all of it. */
const GIVEN_MAX = 200;

/** What happened, in words. */
export interface NewsText {
  readonly kind: NewsKind;
  readonly text: string;
  readonly account?: string;
  readonly symbol?: string;
}

/** The values before an event, with which it is compared. */
export interface Before {
  /** Account statuses. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Index prices by contract, points. */
  readonly indexes: ReadonlyMap<number, number>;
}

/** An index price that moves by this share at once is news. */
const GAP_RATE = RATE_ONE / 100;

/** The news of an event; `undefined`: it is none. */
export function newsOf(event: Event, directory: Directory, before: Before): NewsText | undefined {
  const nameOf = (account: number) => directory.accounts.get(account)?.name ?? String(account);
  const entry = (account: number, position: number) =>
    position === 0 ? nameOf(account) : `position ${position} of ${nameOf(account)}`;
  switch (event.type) {
    case "liquidationStarted": {
      const { account, position, equity, requirement, forced } = event;
      const why = forced
        ? "by an operator"
        : `equity ${moneyText(equity)} USDT, required ${moneyText(requirement)}`;
      return {
        kind: "liquidation",
        text: `${entry(account, position)} is liquidated: ${why}`,
        account: nameOf(account),
      };
    }
    case "liquidationFinished": {
      const { account, position, balance } = event;
      // A position that is taken over brings its entry's amount along: what it owes, below zero for a long.
      const left = balance < 0n ? "what is left carries itself" : `${moneyText(balance)} USDT are left`;
      const text = `The liquidation of ${entry(account, position)} is over: ${left}`;
      return { kind: "liquidation-end", text, account: nameOf(account) };
    }
    case "traded":
      return tradeNews(event, directory, nameOf);
    case "fundingTurned":
      return fundingNews(event, directory);
    case "indexChanged":
      return gapNews(event, directory, before.indexes.get(event.contract));
    case "delistingSet": {
      if (event.due === 0) return undefined; // taken back, or carried out: the status is news of its own
      const { symbol } = directory.contracts[event.contract]!;
      const text = `${symbol} will be delisted at ${new Date(event.due).toISOString()}`;
      return { kind: "contract", text, symbol };
    }
    case "contractStatusChanged": {
      const { symbol } = directory.contracts[event.contract]!;
      const status = wordOf(contractStatuses, event.status);
      return { kind: "contract", text: `${symbol} is now ${status}`, symbol };
    }
    case "accountChanged": {
      const { account, status } = event;
      if ((before.statuses.get(account) ?? accountStatuses.normal) === status) return undefined;
      const name = nameOf(account);
      return {
        kind: "restriction",
        text: `${name} is now ${wordOf(accountStatuses, status)}`,
        account: name,
      };
    }
    case "fundRuleChanged": {
      const { floor, notionalMax } = event;
      const most = notionalMax === 0n ? "" : `, and at most ${moneyText(notionalMax)} in all`;
      return {
        kind: "fund",
        text: `The insurance fund takes over nothing that leaves it below ${moneyText(floor)} USDT${most}`,
      };
    }
    default:
      return undefined;
  }
}

/** What an operator did; the whole of what was given, which may be files, is in the journal. */
export function actNews({ operator, action, given, refusal }: Extract<Command, { type: "act" }>): NewsText {
  const what = given === "" || given === "{}" ? action : `${action} ${cut(given)}`;
  return { kind: "control", text: `${operator}: ${what}${refusal === "" ? "" : `, refused: ${refusal}`}` };
}

function cut(given: string): string {
  return given.length <= GIVEN_MAX ? given : `${given.slice(0, GIVEN_MAX).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function tradeNews(
  trade: EventOf<"traded">,
  { contracts }: Directory,
  nameOf: (account: number) => string,
): NewsText | undefined {
  const contract = contracts[trade.contract]!;
  const { symbol, baseCoin } = contract;
  const { makerAccount, takerAccount, makerKind, takerKind } = trade;
  const amount = `${sizeText(contract, trade.size)} ${baseCoin} at ${priceText(contract, trade.price)}`;
  if (trade.origin === ORIGIN_TAKE_OVER) {
    const from = nameOf(makerAccount === INSURANCE_ACCOUNT ? takerAccount : makerAccount);
    return {
      kind: "take-over",
      text: `The insurance fund takes over ${amount} of ${from}`,
      account: from,
      symbol,
    };
  }
  if (trade.origin !== ORIGIN_DELEVERAGING) return undefined;
  const isMaker = takerKind === KIND_LIQUIDATION && makerKind !== KIND_LIQUIDATION;
  const [who, against] = isMaker ? [makerAccount, takerAccount] : [takerAccount, makerAccount];
  const text = `${nameOf(who)} is deleveraged: ${amount} against ${nameOf(against)}`;
  return { kind: "deleveraging", text, account: nameOf(who), symbol };
}

function fundingNews(
  { contract, settledRate, skipped, rate }: EventOf<"fundingTurned">,
  directory: Directory,
): NewsText {
  const { symbol } = directory.contracts[contract]!;
  const paid = skipped ? "Funding is skipped" : `Funding of ${rateText(settledRate)} is paid`;
  return { kind: "funding", text: `${paid} in ${symbol}; the next is ${rateText(rate)}`, symbol };
}

function gapNews(
  { contract, points }: EventOf<"indexChanged">,
  directory: Directory,
  last: number | undefined,
): NewsText | undefined {
  if (last === undefined || last === 0 || Math.abs(points - last) * RATE_ONE < last * GAP_RATE)
    return undefined;
  const of = directory.contracts[contract]!;
  const percent = (((points - last) / last) * 100).toFixed(2);
  const text = `The index of ${of.symbol} gaps by ${percent} %: ${pointsText(of, last)} to ${pointsText(of, points)}`;
  return { kind: "index-gap", text, symbol: of.symbol };
}
