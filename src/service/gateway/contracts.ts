import { invalidParameter } from "../../interface/wire/index.ts";
import { CONTRACT_DELISTED } from "../../kernel/core/index.ts";
import type { EnginePort } from "../../kernel/engine/index.ts";
import type { ContractSpec } from "../views/index.ts";
import { specListed } from "../views/index.ts";
import { follow } from "./follow.ts";

export type { ContractSpec };

/** Contracts, as handlers look them up. */
export type ContractList = Pick<Contracts, "all" | "listed" | "at" | "of" | "ofFilter">;

/** The contracts as of the last durable frame, by symbol and by index. */
export class Contracts {
  readonly #byIndex: ContractSpec[] = [];
  readonly #bySymbol = new Map<string, ContractSpec>();
  readonly #stop: () => void;

  private constructor(engine: EnginePort) {
    this.#stop = follow(engine, {
      contractListed: (event) => this.#set(specListed(event)),
      contractChanged: ({ type: _, ...changes }) =>
        this.#change(changes.contract, changes as unknown as Partial<ContractSpec>),
      contractStatusChanged: (event) => this.#change(event.contract, { status: event.status }),
    });
  }

  /** Reads what is listed and follows every change from there. */
  static async open(engine: EnginePort): Promise<Contracts> {
    const contracts = new Contracts(engine);
    for (const view of await engine.query({ type: "contracts" })) contracts.#set(view);
    return contracts;
  }

  close(): void {
    this.#stop();
  }

  /** All contracts, by index. */
  all(): readonly ContractSpec[] {
    return this.#byIndex;
  }

  /** The contracts that are not delisted, by index; or only the named one, whatever its status. */
  listed(named?: ContractSpec): readonly ContractSpec[] {
    if (named !== undefined) return [named];
    return this.#byIndex.filter(({ status }) => status !== CONTRACT_DELISTED);
  }

  /** The contract of an index that the core gave. */
  at(index: number): ContractSpec {
    const contract = this.#byIndex[index];
    if (contract === undefined) throw new Error(`invariant: contract ${index} is listed`);
    return contract;
  }

  /** The contract of a client's `symbol`. Refuses with 40020 if no such contract is listed. */
  of(symbol: string): ContractSpec {
    const contract = this.#bySymbol.get(symbol);
    if (contract === undefined) throw invalidParameter("symbol");
    return contract;
  }

  /** Like {@link of}; `undefined` stays `undefined`, for filters that may be left out. */
  ofFilter(symbol: string | undefined): ContractSpec | undefined {
    return symbol === undefined ? undefined : this.of(symbol);
  }

  #set(contract: ContractSpec): void {
    this.#byIndex[contract.contract] = contract;
    this.#bySymbol.set(contract.symbol, contract);
  }

  #change(index: number, changes: Partial<ContractSpec>): void {
    const contract = this.#byIndex[index];
    if (contract === undefined) return;
    const changed = { ...contract, ...changes };
    this.#byIndex[index] = changed;
    // A symbol names the contract that was listed last under it.
    if (this.#bySymbol.get(contract.symbol) === contract) this.#bySymbol.set(contract.symbol, changed);
  }
}
