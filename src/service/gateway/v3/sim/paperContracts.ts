import { invalidParameter } from "../../../../interface/wire/index.ts";
import type { ContractList, ContractSpec } from "../../contracts.ts";

/** The coin of paper accounts, for each coin that contracts are quoted in: "SUSDT" for "USDT". */
function paperCoin(quoteCoin: string): string {
  return `S${quoteCoin}`;
}

/** "cmt_btcsusdt" for "cmt_btcusdt": what V3 shows as BTCSUSDT. */
function paperSymbol({ symbol, quoteCoin }: ContractSpec): string {
  const ending = quoteCoin.toLowerCase();
  const stem = symbol.endsWith(ending) ? symbol.slice(0, -ending.length) : symbol;
  return stem + paperCoin(quoteCoin).toLowerCase();
}

/** The contract as paper accounts trade it: the same, quoted in simulated money. */
export function onPaper(contract: ContractSpec): ContractSpec {
  return { ...contract, quoteCoin: paperCoin(contract.quoteCoin), symbol: paperSymbol(contract) };
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

  /**
   * Of contracts that were listed under one symbol, one after the other, the last. Refuses real symbols too.
   */
  of(symbol: string): ContractSpec {
    const contract = this.#real.all().findLast((each) => paperSymbol(each) === symbol);
    if (contract === undefined) throw invalidParameter("symbol");
    return onPaper(contract);
  }

  ofFilter(symbol: string | undefined): ContractSpec | undefined {
    return symbol === undefined ? undefined : this.of(symbol);
  }
}
