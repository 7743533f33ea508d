// Made of model/contracts.ts by `npm run golden`: what a contract has is changed there.
import type { ContractGrid, ContractTerms, PublishedContract } from "../contracts.ts";
import type { Lots, Points, Rate, Ticks, TimeMs } from "../../units/kinds.ts";

/** What a contract is, and its market at this moment. Flags are 0 or 1. */
export class ContractColumns {
  readonly symbol: string;
  readonly baseCoin: string;
  readonly quoteCoin: string;
  readonly priceDecimals: number;
  readonly priceStep: number;
  readonly sizeDecimals: number;
  readonly lotStep: number;
  readonly contractsPerLot: number;
  status: number = 0;
  /** 0 while there is none, as the mark. */
  indexPoints: Points = 0;
  markPoints: Points = 0;
  lastPrice: Ticks = 0;
  /** Σ long size = Σ short size. */
  openInterest: Lots = 0;
  /** The exponential average of the basis, in millionths of a point; kept where the mark rule wants it. */
  exponentialBasis: number = 0;
  /** Rate of the running funding period, fixed at its start, and when it is paid. */
  fundingRate: Rate = 0;
  fundingDue: TimeMs = 0;
  /** When it is delisted; 0 while no notice runs. */
  delistingDue: TimeMs = 0;
  /** 1: its index was pushed last, and pushes feed it. */
  pushed: number = 0;
  /**
   * What another market says, which this one shows (rules/contract/source.ts): its mark, 0 for none; its
   * rate, where 1 says that there is one.
   */
  sourceMark: Points = 0;
  sourceRate: Rate = 0;
  hasSourceRate: number = 0;
  /** 1: nothing is heard of it any more. */
  held: number = 0;

  constructor(spec: ContractGrid) {
    this.symbol = spec.symbol;
    this.baseCoin = spec.baseCoin;
    this.quoteCoin = spec.quoteCoin;
    this.priceDecimals = spec.priceDecimals;
    this.priceStep = spec.priceStep;
    this.sizeDecimals = spec.sizeDecimals;
    this.lotStep = spec.lotStep;
    this.contractsPerLot = spec.contractsPerLot;
  }
}

/** What a snapshot keeps of its market, in its order. */
export const contractPersisted = [
  "status",
  "indexPoints",
  "markPoints",
  "lastPrice",
  "openInterest",
  "exponentialBasis",
  "fundingRate",
  "fundingDue",
  "delistingDue",
  "pushed",
  "sourceMark",
  "sourceRate",
  "hasSourceRate",
  "held",
] as const satisfies readonly (keyof ContractColumns)[];

/** The part of a specification that may be replaced. */
export function termsOf(spec: Readonly<ContractTerms>): ContractTerms {
  return {
    orderLotsMin: spec.orderLotsMin,
    orderLotsMax: spec.orderLotsMax,
    marketOpenLotsMax: spec.marketOpenLotsMax,
    marketLotsMax: spec.marketLotsMax,
    notionalMinUnits: spec.notionalMinUnits,
    positionLotsMax: spec.positionLotsMax,
    leverageMin: spec.leverageMin,
    leverageMax: spec.leverageMax,
    leverageDefault: spec.leverageDefault,
    bandBuyRate: spec.bandBuyRate,
    bandSellRate: spec.bandSellRate,
    makerRate: spec.makerRate,
    takerRate: spec.takerRate,
    liquidationFeeRate: spec.liquidationFeeRate,
    fundingIntervalMs: spec.fundingIntervalMs,
    fundingOffsetMs: spec.fundingOffsetMs,
    interestRate: spec.interestRate,
    fundingClampRate: spec.fundingClampRate,
    fundingCapRate: spec.fundingCapRate,
    openOrdersMax: spec.openOrdersMax,
    triggerProtectRate: spec.triggerProtectRate,
    orphanTriggersKeep: spec.orphanTriggersKeep,
    separatedCloseFifo: spec.separatedCloseFifo,
    apiTradable: spec.apiTradable,
    tiers: spec.tiers,
  };
}

/** What is published of a contract. */
export function viewContract(contract: ContractColumns, terms: ContractTerms): PublishedContract {
  return {
    symbol: contract.symbol,
    baseCoin: contract.baseCoin,
    quoteCoin: contract.quoteCoin,
    priceDecimals: contract.priceDecimals,
    priceStep: contract.priceStep,
    sizeDecimals: contract.sizeDecimals,
    lotStep: contract.lotStep,
    contractsPerLot: contract.contractsPerLot,
    orderLotsMin: terms.orderLotsMin,
    orderLotsMax: terms.orderLotsMax,
    marketOpenLotsMax: terms.marketOpenLotsMax,
    marketLotsMax: terms.marketLotsMax,
    notionalMinUnits: terms.notionalMinUnits,
    positionLotsMax: terms.positionLotsMax,
    leverageMin: terms.leverageMin,
    leverageMax: terms.leverageMax,
    leverageDefault: terms.leverageDefault,
    bandBuyRate: terms.bandBuyRate,
    bandSellRate: terms.bandSellRate,
    makerRate: terms.makerRate,
    takerRate: terms.takerRate,
    liquidationFeeRate: terms.liquidationFeeRate,
    fundingIntervalMs: terms.fundingIntervalMs,
    fundingOffsetMs: terms.fundingOffsetMs,
    interestRate: terms.interestRate,
    fundingClampRate: terms.fundingClampRate,
    fundingCapRate: terms.fundingCapRate,
    openOrdersMax: terms.openOrdersMax,
    triggerProtectRate: terms.triggerProtectRate,
    orphanTriggersKeep: terms.orphanTriggersKeep,
    separatedCloseFifo: terms.separatedCloseFifo,
    apiTradable: terms.apiTradable,
    tiers: terms.tiers,
    status: contract.status,
    index: contract.indexPoints,
    mark: contract.markPoints,
    last: contract.lastPrice,
    openInterest: contract.openInterest,
    fundingRate: contract.fundingRate,
    fundingDue: contract.fundingDue,
    delistingDue: contract.delistingDue,
    pushed: contract.pushed === 1,
    sourceMark: contract.sourceMark,
    held: contract.held === 1,
  };
}
