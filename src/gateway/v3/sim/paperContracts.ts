import { invalidParameter } from "../../../wire/index.ts";
import type { ContractList, ContractSpec } from "../../contracts.ts";

/** The coin of paper accounts, for each coin that contracts are quoted in: "SUSDT" for "USDT". */
function paperCoin(quoteCoin: string): string {
  return `S${quoteCoin}`;
}

/** The contract as paper accounts trade it: the same, quoted in simulated money. BTCUSDT is BTCSUSDT here. */
export function onPaper(contract: ContractSpec): ContractSpec {
  const { symbol, quoteCoin } = contract;
  const ending = quoteCoin.toLowerCase();
  const stem = symbol.endsWith(ending) ? symbol.slice(0, -ending.length) : symbol;
  return { ...contract, quoteCoin: paperCoin(quoteCoin), symbol: stem + paperCoin(quoteCoin).toLowerCase() };
}

/** Contracts under their paper symbols. */
export class PaperContracts implements ContractList {
  readonly #real: ContractList;

  constructor(real: ContractList) {
    this.#real = real;
  }

  all(): readonly ContractSpec[] {
    return this.#real.all().map(onPaper);
  }

  listed(named?: ContractSpec): readonly ContractSpec[] {
    return named === undefined ? this.#real.listed().map(onPaper) : [named];
  }

  at(index: number): ContractSpec {
    return onPaper(this.#real.at(index));
  }

  /** Of contracts that were listed under one symbol, one after the other, the last. Refuses real symbols too. */
  of(symbol: string): ContractSpec {
    const contract = this.all().findLast((each) => each.symbol === symbol);
    if (contract === undefined) throw invalidParameter("symbol");
    return contract;
  }

  ofFilter(symbol: string | undefined): ContractSpec | undefined {
    return symbol === undefined ? undefined : this.of(symbol);
  }
}
