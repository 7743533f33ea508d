import type { Vocabulary } from "../../../interface/wire/index.ts";
import { fapi, parameterOf, quantityText, wordFor } from "../../../interface/wire/index.ts";
import type { Command, CommandField } from "../../../kernel/core/index.ts";
import { commandFields } from "../../../kernel/core/index.ts";
import type { ContractSpec } from "../contracts.ts";

/** The request behind a refusal, as far as it is known. */
export interface Asked {
  /** The contract that the request is about, if any. */
  readonly contract?: ContractSpec | undefined;
  readonly operation?: Vocabulary;
  /** The command that the request became. */
  readonly command?: Command;
}

/** A request that the market refused: by it, the refusal is written in the request's own words and units. */
export class Request {
  readonly #asked: Asked;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /** The symbol of its contract, as the fapi dialect has it where the request is of that. */
  get symbol(): string {
    const { contract, operation } = this.#asked;
    if (contract === undefined) return "the symbol";
    return operation?.path?.startsWith("/fapi/") ? fapi.words.symbolOf(contract.symbol) : contract.symbol;
  }

  price(ticks: number): string {
    return quantityText("Ticks", ticks, this.#asked.contract);
  }

  points(points: number): string {
    return quantityText("Points", points, this.#asked.contract);
  }

  size(lots: number): string {
    return quantityText("Lots", lots, this.#asked.contract);
  }

  /** The parameter of the request that fills a field of the command. */
  name(field: CommandField): string {
    const { operation, command } = this.#asked;
    const names = command && operation?.commands?.[command.type];
    return names?.[field] ?? (field === "contract" ? "symbol" : field);
  }

  /**
   * The name of a field's parameter in parentheses, for a sentence that does not name it; "" where the
   * request has none.
   */
  also(field: CommandField): string {
    return this.#parameter(field) === undefined ? "" : ` (${this.name(field)})`;
  }

  /**
   * A value of a field, in the form of the request. @param value in the core's unit; a text is the command's
   * own
   */
  valueOf(field: CommandField, value: number | bigint | boolean | string): string {
    const { contract, command } = this.#asked;
    const kind = commandFields[field];
    if (kind === "text")
      return String((command as Readonly<Record<string, unknown>> | undefined)?.[field] ?? value);
    const parameter = this.#parameter(field);
    return (parameter && wordFor(parameter, value)) ?? quantityText(kind, value, contract);
  }

  /** Whether a field has this value when the request leaves out its parameter. */
  isDefault(field: CommandField, value: number): boolean {
    return this.#parameter(field)?.absent === value;
  }

  #parameter(field: CommandField) {
    const { operation } = this.#asked;
    return operation && parameterOf(operation.parameters, this.name(field));
  }
}
