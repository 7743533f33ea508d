import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as fapi from "../../src/interface/wire/fapi/sockets/index.ts";
import * as v2 from "../../src/interface/wire/v2/sockets/index.ts";
import * as v3 from "../../src/interface/wire/v3/sockets/index.ts";
import { controlOperations } from "../../src/service/gateway/control/index.ts";
import { fapiOperations, v2Operations, v3Operations } from "../../src/service/gateway/index.ts";
import * as exitCodes from "../../src/workbench/cli/exitCodes.ts";
import { createProgram } from "../../src/workbench/cli/program.ts";
import { processTerminal } from "../../src/workbench/cli/terminal.ts";
import { writtenAfter } from "../measure/pages.ts";
import {
  channelSection,
  commandSection,
  interfaceSection,
  leafCommands,
  operationSection,
} from "./reference.ts";

const COMMANDS = leafCommands(await createProgram(processTerminal));

/**
 * The reference pages say what the program takes: what follows a heading of theirs is made out of the program
 * itself. `vitest run test/cli/docs.test.ts --update` makes it anew.
 */

type PageName = "cli.md" | "control.md" | "operations.md";

const pathOf = (name: PageName): string => join(import.meta.dirname, "../../docs/reference", name);

/** A page as it should be: up to its heading as it is, and after it these sections. */
function remade(name: PageName, sections: readonly string[]): string {
  const heading = writtenAfter[`docs/reference/${name}`];
  const text = readFileSync(pathOf(name), "utf8");
  const end = text.indexOf(`${heading}\n`);
  expect(end).toBeGreaterThan(0);
  return `${text.slice(0, end)}${heading}\n\n${sections.join("\n")}`;
}

describe("docs/reference/cli.md", () => {
  test("has the commands there are, and no others", async () => {
    expect(COMMANDS.length).toBeGreaterThan(50);
    const sections = COMMANDS.map(([path, command]) => commandSection(path, command));
    await expect(remade("cli.md", sections)).toMatchFileSnapshot(pathOf("cli.md"));
  });

  test("has no option that Node.js takes for itself, wherever on the command line it stands", () => {
    const options = COMMANDS.flatMap(([, command]) => command.options.map(({ long }) => long));
    expect(options.filter((long) => /^--env-file/.test(long ?? ""))).toEqual([]);
  });

  test("has no moment that must be written in Unix ms", () => {
    const options = COMMANDS.flatMap(([, command]) => command.options);
    const moments = options.filter(({ description }) => /Unix ms/.test(description));
    expect(moments.length).toBeGreaterThan(10);
    expect(moments.filter(({ flags }) => flags.includes("<number>")).map(({ flags }) => flags)).toEqual([]);
  });

  test("has every exit code", () => {
    const text = readFileSync(pathOf("cli.md"), "utf8");
    for (const code of Object.values(exitCodes).filter((value) => typeof value === "number")) {
      expect(text).toContain(`\n| ${code} | `);
    }
  });
});

test("docs/reference/control.md has the operations there are, and no others", async () => {
  const sections = controlOperations.map(operationSection);
  await expect(remade("control.md", sections)).toMatchFileSnapshot(pathOf("control.md"));
});

test("docs/reference/operations.md has the operations and channels of every dialect, and no others", async () => {
  const documented = [...v2Operations, ...v3Operations, ...fapiOperations].filter(
    ({ hidden }) => hidden !== true,
  );
  expect(documented.length).toBeGreaterThan(100);
  const text = remade("operations.md", [
    ...documented.map(interfaceSection),
    "## Channels\n",
    ...[v2.sockets, v3.sockets, fapi.sockets].map(channelSection),
  ]);
  await expect(text).toMatchFileSnapshot(pathOf("operations.md"));
});
