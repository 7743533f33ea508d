import { choice, decimal, flag, integer, optional, text } from "../../parameter.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";
import { carryingParameters, contractText, rate, riskParameters, termParameters } from "../parameters.ts";
import { contractStatuses, markMethods } from "../words.ts";

export const NOTICE_MS_MAX = 366 * 86_400_000;

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
});

export const changeContract = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/contracts/change",
  summary: "Change terms of a contract; the rest stays",
  answer: control.ContractChanged,
  parameters: { symbol: contractText, ...termParameters, ...carryingParameters },
});

export const listContracts = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/contracts",
  summary: "List the contracts with their terms, prices and rules",
  answer: control.Contracts,
  parameters: { symbol: optional(contractText) },
});

export const setMarkRule = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/contracts/mark",
  summary: "Choose how a contract's mark is made",
  answer: control.MarkRuleSet,
  parameters: {
    symbol: contractText,
    method: choice("What is added to the index.", markMethods),
    window: optional(integer("Samples that the exponential average remembers.", { min: 1 }), 30),
    boundRate: optional(
      rate("How far the mark may be from the index, a fraction; 0: no bound. By default 0.005."),
      500_000,
    ),
    impactUnits: optional(
      integer(
        "Notional in USDT that a side of the book must hold to move mark and premium; by default as it is.",
        {
          min: 1,
          max: 10_000_000,
        },
      ),
    ),
  },
});

export const setRiskRule = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/contracts/risk",
  summary:
    "Choose how a contract deals with risk: of each option the first word is the default, what is left out stays as it is",
  answer: control.RiskRuleSet,
  parameters: {
    symbol: contractText,
    ...riskParameters,
    ...carryingParameters,
    newOnly: optional(
      flag(
        "For new positions only: an account that holds a position keeps its requirement until that position is closed.",
      ),
      false,
    ),
  },
});

export const setContractStatus = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/contracts/status",
  summary: "Let a contract trade, only close and cancel, halt it or delist it after a notice",
  answer: control.ContractStatusSet,
  parameters: {
    symbol: contractText,
    status: choice(
      "`halted` cancels every live order; `delisted` does so and settles every position at the index, once the notice is over.",
      contractStatuses,
    ),
    noticeMs: optional(
      integer("Of `delisted`: market time until then; 0 delists at once. Default: 86400000, a day.", {
        max: NOTICE_MS_MAX,
      }),
    ),
  },
});
