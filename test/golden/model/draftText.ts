import type { Layout } from "../../../src/kernel/core/data/encoding/layout.ts";
import { offsetsOf } from "../../../src/kernel/core/data/encoding/layout.ts";
import type { Entity } from "../../../src/kernel/core/data/model/entity.ts";

/** Kinds that a number becomes by a function only (units/kinds.ts). */
const made: Readonly<Record<string, string>> = { AccountId: "accountId", ContractIndex: "contractIndex" };

/** Functions that fill a draft of a row from the record of a command, field by field of the same name. */
export function draftText(entity: Entity, layouts: Readonly<Record<string, Layout>>): string {
  const head = [
    "// Made of command.ts and model/ by `npm run golden`: a field is changed there.",
    `import { ${Object.values(made).join(", ")} } from "../../units/kinds.ts";`,
    `import type { ${entity.name}DraftColumns } from "./${entity.name.toLowerCase()}Columns.ts";`,
  ];
  const functions = Object.entries(layouts).map(([command, layout]) => {
    const name = `draftOf${command.charAt(0).toUpperCase()}${command.slice(1)}`;
    const offsets = offsetsOf(layout);
    return [
      `/**`,
      ` * What \`${command}\` decides of ${entity.table}; its record is at word \`at\`. What it leaves out is not drafted.`,
      ` */`,
      `export function ${name}(words: Float64Array, at: number, draft: ${entity.name}DraftColumns, leftOut: number): void {`,
      ...Object.entries(layout.fixed).flatMap(([field, kind], place) => {
        const end = layout.rare.includes(place)
          ? [`  if (leftOut === ${layout.rare.length - layout.rare.indexOf(place)}) return;`]
          : [];
        if (entity.columns[field]?.drafted === undefined) return end;
        const word = `words[at + ${offsets[field]}]`;
        const value =
          kind === "flag"
            ? `${word} === 1`
            : made[kind] === undefined
              ? `${word}!`
              : `${made[kind]}(${word}!)`;
        return [...end, `  draft.${field} = ${value};`];
      }),
      "}",
    ].join("\n");
  });
  return `${[head.join("\n"), ...functions].join("\n\n")}\n`;
}
