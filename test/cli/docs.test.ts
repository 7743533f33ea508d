import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as exitCodes from "../../src/cli/exitCodes.ts";
import { createProgram } from "../../src/cli/program.ts";
import { processTerminal } from "../../src/cli/terminal.ts";
import { controlOperations } from "../../src/gateway/control/index.ts";
import { commandSection, leafCommands, operationSection } from "./reference.ts";

/** The reference pages say what the program takes; a section that has changed is shown whole, to be pasted. */

const page = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../../docs/reference", name), "utf8");
const headings = (text: string): readonly string[] =>
  text.split("\n").filter((line) => line.startsWith("### "));

describe("docs/reference/cli.md", () => {
  const commands = leafCommands(createProgram(processTerminal));
  const text = page("cli.md");

  test("has the commands there are, and no others", () => {
    const sections = commands.map(([path, command]) => commandSection(path, command));
    expect(headings(text)).toEqual(sections.flatMap(headings));
  });

  test.each(commands)("%s", (path, command) => {
    expect(text).toContain(commandSection(path, command));
  });

  test("has every exit code", () => {
    for (const code of Object.values(exitCodes).filter((value) => typeof value === "number")) {
      expect(text).toContain(`\n| ${code} | `);
    }
  });
});

describe("docs/reference/control.md", () => {
  const text = page("control.md");

  test("has the operations there are, and no others", () => {
    expect(headings(text)).toEqual(controlOperations.map(({ method, path }) => `### ${method} ${path}`));
  });

  test.each(controlOperations.map((operation) => [operation.path, operation] as const))(
    "%s",
    (_path, operation) => {
      expect(text).toContain(operationSection(operation));
    },
  );
});
