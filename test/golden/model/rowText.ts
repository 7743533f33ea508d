import type { Fields } from "../../../src/kernel/core/data/units/kinds.ts";

/** A function that reads each kind of row. @param texts the name of a row's text, by kind */
export function rowText(
  rows: Readonly<Record<string, Fields>>,
  texts: Readonly<Record<string, string>>,
): string {
  const head = [
    "// Made of readmodel/rowFields.ts by `npm run golden`: a field is changed there.",
    `import type { ${Object.keys(rows)
      .map((name) => `${name}Row`)
      .join(", ")} } from "../history.ts";`,
    `import type { Cursor } from "../rows.ts";`,
  ];
  const functions = Object.entries(rows).map(([name, fields]) =>
    [
      `export function read${name}(c: Cursor): ${name}Row {`,
      "  return {",
      ...Object.entries(fields).map(
        ([field, kind]) => `    ${field}: c.${kind === "money" || kind === "flag" ? kind : "int"}(),`,
      ),
      ...(texts[name] === undefined ? [] : [`    ${texts[name]}: c.text(),`]),
      "  };",
      "}",
    ].join("\n"),
  );
  return `${[head.join("\n"), ...functions].join("\n\n")}\n`;
}
