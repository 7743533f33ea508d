import {
  contractGrid,
  contractMarket,
  contractTexts,
  contractTiers,
  termFields,
} from "../../../src/kernel/core/data/model/contracts.ts";
import type { Column } from "../../../src/kernel/core/data/model/entity.ts";
import { commentOf, typeOf } from "./poolText.ts";

/** The fields of a contract and what is done with all of them, as straight-line code. */
export function contractText(): string {
  const market: readonly (readonly [string, Column])[] = Object.entries(contractMarket);
  const fields = [...contractTexts, ...Object.keys(contractGrid)];
  const terms = [...Object.keys(termFields), contractTiers.name];
  const kinds = new Set(market.map(([, { kind }]) => typeOf(kind)).filter((kind) => /^[A-Z]/.test(kind)));
  const lines = [
    "// Made of model/contracts.ts by `npm run golden`: what a contract has is changed there.",
    `import type { ContractGrid, ContractTerms, PublishedContract } from "../contracts.ts";`,
    `import type { ${[...kinds].sort().join(", ")} } from "../../units/kinds.ts";`,
    "",
    "/** What a contract is, and its market at this moment. Flags are 0 or 1. */",
    "export class ContractColumns {",
    ...contractTexts.map((name) => `  readonly ${name}: string;`),
    ...Object.entries(contractGrid).map(([name, kind]) => `  readonly ${name}: ${typeOf(kind)};`),
    ...market.flatMap(([name, { kind, initially, note }]) => [
      ...(note === undefined ? [] : commentOf(note, "  ")),
      `  ${name}: ${typeOf(kind)} = ${initially ?? 0};`,
    ]),
    "",
    "  constructor(spec: ContractGrid) {",
    ...fields.map((name) => `    this.${name} = spec.${name};`),
    "  }",
    "}",
    "",
    "/** What a snapshot keeps of its market, in its order. */",
    "export const contractPersisted = [",
    ...market.map(([name]) => `  "${name}",`),
    "] as const satisfies readonly (keyof ContractColumns)[];",
    "",
    "/** The part of a specification that may be replaced. */",
    "export function termsOf(spec: Readonly<ContractTerms>): ContractTerms {",
    "  return {",
    ...terms.map((name) => `    ${name}: spec.${name},`),
    "  };",
    "}",
    "",
    "/** What is published of a contract. */",
    "export function viewContract(contract: ContractColumns, terms: ContractTerms): PublishedContract {",
    "  return {",
    ...fields.map((name) => `    ${name}: contract.${name},`),
    ...terms.map((name) => `    ${name}: terms.${name},`),
    ...market
      .filter(([, { visibility }]) => visibility === "published")
      .map(
        ([name, { kind, as }]) => `    ${as ?? name}: contract.${name}${kind === "flag" ? " === 1" : ""},`,
      ),
    "  };",
    "}",
    "",
  ];
  return lines.join("\n");
}
