import * as declared from "../../../../interface/wire/control/operations/contract.ts";
import type { RiskOptionName } from "../../../../interface/wire/control/riskOptions.ts";
import { riskOptions } from "../../../../interface/wire/control/riskOptions.ts";
import { invalidParameter, moneyText } from "../../../../interface/wire/index.ts";
import type { Query, RiskRule } from "../../../../kernel/core/index.ts";
import { CONTRACT_DELISTED, riskRuleFrom } from "../../../../kernel/core/index.ts";
import { wordOf } from "../../words.ts";
import { pointsOf } from "../market/prices.ts";
import type { ControlContext, ControlOperation } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { contractOf } from "../parameters.ts";
import { shownContract, shownMarkRule } from "./show.ts";
import { changedTerms, termsOf } from "./terms.ts";

/** `GET /control/contracts`: every contract, delisted ones too. */
const listContracts = controlOperation(declared.listContracts, async (context, { symbol }) => {
  const { engine } = context;
  const contracts =
    symbol === undefined ? await engine.query({ type: "contracts" }) : [await contractOf(context, symbol)];
  const rules = await engine.query({ type: "rules" });
  return contracts.map((contract) => {
    const rule = rules.contracts[contract.contract]!;
    return {
      ...shownContract(contract, context),
      markRule: shownMarkRule(rule.mark),
      riskRule: shownRiskRule(rule.risk),
    };
  });
});

const SYMBOL = /^cmt_([a-z0-9]{2,20})usdt$/;

/**
 * `POST /control/contracts/add`: lists a contract under the venue's usual rules, except where other terms are
 * given. Its tick, lot and coin never change. It trades once it has an index price: `price`, or one pushed
 * later.
 */
const addContract = controlOperation(
  declared.addContract,
  async (context, { symbol, baseCoin, priceDecimals, sizeDecimals, lotStep, price, ...given }) => {
    const {
      prices: { usualListing, feeds },
      submit,
      acting,
    } = context;
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

/**
 * `POST /control/contracts/change`: changes the terms that are given and leaves the rest; refused where that
 * would liquidate somebody, unless it is meant anyway.
 */
const changeContract = controlOperation(
  declared.changeContract,
  async (context, { symbol, preview, anyway, ...given }) => {
    const before = await contractOf(context, symbol);
    const { contract } = before;
    const terms = changedTerms(termsOf(before), given);
    if (preview)
      return { symbol: before.symbol, breaches: await shownBreaches(context, { contract, terms }) };
    await context.submit({ type: "changeContract", contract, anyway, ...terms });
    return shownContract(await contractOf(context, symbol), context);
  },
);

/**
 * How long before its settlement a delisting is announced unless told otherwise, ms of market time: a day.
 */
const NOTICE_MS = 86_400_000;

/**
 * `POST /control/contracts/status`: a halt cancels resting orders. A delisting is announced: from now on
 * there are closes only, and at the end of the notice resting orders are canceled, every position is settled
 * at the index, and the contract is gone for good. Setting another status takes the notice back.
 */
const setContractStatus = controlOperation(
  declared.setContractStatus,
  async (context, { symbol, status, noticeMs }) => {
    const { contract } = await contractOf(context, symbol);
    if (status === CONTRACT_DELISTED) {
      const at = noticeMs === 0 ? 0 : context.engine.now() + (noticeMs ?? NOTICE_MS);
      await context.submit({ type: "delistContract", contract, at });
    } else {
      if (noticeMs !== undefined) throw invalidParameter("noticeMs", "only a delisting has a notice");
      await context.submit({ type: "setContractStatus", contract, status });
    }
    const { symbol: name, ...shown } = shownContract(await contractOf(context, symbol), context);
    return { symbol: name, status: shown.status, delistedAt: shown.delistedAt };
  },
);

/** `POST /control/contracts/mark`: how a contract's mark follows its index; docs/reference/mark.md. */
const setMarkRule = controlOperation(
  declared.setMarkRule,
  async (context, { symbol: name, method, window, boundRate, impactUnits: asked }) => {
    const { contract, symbol } = await contractOf(context, name);
    const rules = await context.engine.query({ type: "rules" });
    const impactUnits = asked ?? rules.contracts[contract]!.mark.impactUnits;
    const rule = { method, window, boundRate, impactUnits };
    await context.submit({ type: "setMarkRule", contract, ...rule });
    return { symbol, ...shownMarkRule(rule) };
  },
);

/**
 * `POST /control/contracts/risk`: sets a contract's risk options; docs/reference/liquidation.md, options.
 * Every option that is left out stays as it is; without any the rule is shown. Refused where it would
 * liquidate somebody, unless it is meant anyway, or for new positions only.
 */
const setRiskRule = controlOperation(
  declared.setRiskRule,
  async (context, { symbol: name, preview, anyway, newOnly, ...changes }) => {
    const { contract, symbol } = await contractOf(context, name);
    const { contracts } = await context.engine.query({ type: "rules" });
    const rule = changedRiskRule(changes, contracts[contract]!.risk);
    if (preview) return { symbol, breaches: await shownBreaches(context, { contract, rule }) };
    if (changesRisk(changes))
      await context.submit({ type: "setRiskRule", contract, anyway, newOnly, ...rule });
    return { symbol, ...shownRiskRule(rule) };
  },
);

/**
 * The accounts that would be in breach under a contract's new rule or terms, in words; position null: the
 * shared entry.
 */
async function shownBreaches(
  { engine }: ControlContext,
  asked: Omit<Extract<Query, { type: "breachesUnder" }>, "type">,
) {
  const breaches = await engine.query({ type: "breachesUnder", ...asked });
  return breaches.map(({ account, position, equity, requirement, requirementNow }) => ({
    account,
    position: position === 0 ? null : position,
    equity: moneyText(equity),
    requirement: moneyText(requirement),
    requirementNow: moneyText(requirementNow),
  }));
}

/** The operations of contracts. */
export const contractOperations: readonly ControlOperation[] = [
  listContracts,
  addContract,
  changeContract,
  setContractStatus,
  setMarkRule,
  setRiskRule,
];

type Name = RiskOptionName;

/** The options, each with the field of the rule that it sets. */
const options = Object.entries(
  riskOptions satisfies Readonly<Record<Name, { readonly field: keyof RiskRule }>>,
) as [Name, (typeof riskOptions)[Name]][];

/** For each option, one of its words. */
type RiskWords = { readonly [N in Name]: keyof (typeof riskOptions)[N]["words"] & string };

type RiskChanges = Readonly<Record<Name, number | undefined>>;

/** Whether any option is given. */
function changesRisk(changes: RiskChanges): boolean {
  return options.some(([name]) => changes[name] !== undefined);
}

/** The rule with the options that are given; the others are as before. */
function changedRiskRule(changes: RiskChanges, before: RiskRule): RiskRule {
  const nameOf = new Map<keyof RiskRule, Name>(options.map(([name, { field }]) => [field, name]));
  return riskRuleFrom((field) => changes[nameOf.get(field)!] ?? Number(before[field]));
}

/** A risk rule in words. */
function shownRiskRule(rule: RiskRule): RiskWords {
  const shown = options.map(([name, { field, words }]) => [name, wordOf(words, Number(rule[field]))]);
  return Object.fromEntries(shown) as RiskWords;
}
