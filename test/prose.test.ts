import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { controlOperations } from "../src/service/gateway/control/index.ts";
import { operations as ofDialects } from "../src/service/gateway/index.ts";
import { createProgram } from "../src/workbench/cli/program.ts";
import { processTerminal } from "../src/workbench/cli/terminal.ts";

/**
 * What prose names is there: files and folders, commands of the program and of npm with their options,
 * operations. Names stand in backticks; blocks of code are carried out elsewhere (`test/embedding/`). The
 * CHANGELOG tells of what was.
 */

const ROOT = join(import.meta.dirname, "..");
const files = globSync(["*", "{bench,clients,docs,examples,scripts,src,test}/**/*"], {
  cwd: ROOT,
  exclude: (name) => name === "node_modules",
}).map((path) => path.replaceAll("\\", "/"));
const documents = files.filter((file) => /^(?!test\/|CHANGELOG).*\.md$/.test(file)).toSorted();
/**
 * Files and folders by how their paths may end: "order/place.ts" is one of `src/kernel/core/rules/`, and one
 * of `src/service/gateway/v2/`.
 */
const endings = new Map<string, string[]>();
for (const file of files) {
  const parts = file.split("/");
  for (let i = 0; i < parts.length; i++) {
    const ending = parts.slice(i).join("/");
    endings.set(ending, [...(endings.get(ending) ?? []), file]);
  }
}
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The paragraphs, items and rows of a document, each with the names in it in their order. */
const paragraphs = documents.flatMap((document) => {
  const prose = readFileSync(join(ROOT, document), "utf8").replace(/^```[\s\S]*?^```/gm, "");
  return prose.split(/\n\n|\n(?=\||- |\d+\. )/).map((paragraph) => ({
    document,
    names: [...paragraph.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name!),
  }));
});
const named = paragraphs.flatMap(({ document, names }) => names.map((name) => ({ document, name })));

const declared = [...ofDialects, ...controlOperations].map(
  ({ method, path }) => `${method} /${path.replace(/^\//, "")}`,
);

describe("files and folders", () => {
  const ROOMS = /^(src|test|docs|bench|examples|scripts|clients|core|wire|gateway|venue|readmodel|terminal)$/;
  const isPath = (name: string): boolean =>
    /^[\w.-]+(\/[\w.-]+)+\/?$/.test(name) &&
    (/\.(tsx?|mjs|md|sh|py)$/.test(name) || ROOMS.test(name.split("/", 1)[0]!));
  const isFile = (name: string): boolean => /^[\w.-]+\.(ts|tsx|mjs)$/.test(name);
  /** What a path may mean: files and folders that it ends. */
  const meantBy = (path: string): readonly string[] => endings.get(path.replace(/\/$/, "")) ?? [];

  test("a path is one of ours", () => {
    const paths = named.filter(({ name }) => isPath(name) && !name.startsWith("dist/"));
    expect(paths.length).toBeGreaterThan(300);
    expect(paths.filter(({ name }) => meantBy(name).length === 0)).toEqual([]);
  });

  test("a file that follows a path lies there", () => {
    const astray = paragraphs.flatMap(({ document, names }) => {
      let around: readonly string[] = [];
      return names.flatMap((name) => {
        if (isPath(name))
          around = meantBy(name).map((path) => (isFile(path.split("/").at(-1)!) ? folderOf(path) : path));
        if (!isFile(name)) return [];
        const isThere = meantBy(name).some(
          (file) => around.length === 0 || around.some((at) => file.startsWith(`${at}/`)),
        );
        return isThere ? [] : [{ document, name, around }];
      });
    });
    expect(astray).toEqual([]);
  });
});

describe("commands", async () => {
  const program = await createProgram(processTerminal);
  const scripts = Object.keys(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).scripts);

  /** What is wrong with the words after `outcry`, or undefined. */
  function fault(words: readonly string[]): string | undefined {
    let command: Command = program;
    const lineage = [program];
    let at = 0;
    for (; at < words.length; at++) {
      const child = command.commands.find((each) => each.name() === words[at]);
      if (child === undefined) break;
      command = child;
      lineage.push(child);
    }
    const next = words[at];
    if (command.commands.length > 0 && next !== undefined && /^[a-z]/.test(next)) return `no command ${next}`;
    const known = new Set(lineage.flatMap(({ options }) => options.flatMap(({ long }) => long ?? [])));
    const unknown = words.filter((word) => /^--[a-z]/.test(word) && !known.has(word.split("=", 1)[0]!));
    // What is beneath a group has options of its own; what outcry run starts has others.
    if (command.commands.length > 0 || command.name() === "run") return undefined;
    return unknown.length === 0 ? undefined : `no option ${unknown.join(" ")}`;
  }

  /** The words that a name gives the program; undefined where it is no command of ours. */
  function wordsOf(name: string): readonly string[] | undefined {
    const [, serve, words] =
      /^(?:npm run outcry(?: --prefix \S+)? --|(npm start --)|outcry)(?: (.+))?$/.exec(name) ?? [];
    if (words === undefined) return undefined;
    return [...(serve === undefined ? [] : ["serve"]), ...words.split(/[ \]]+/)];
  }

  test("of the program are commands, and their options options", () => {
    const commands = named.flatMap(({ document, name }) => {
      const words = wordsOf(name);
      return words === undefined ? [] : [{ document, name, fault: fault(words) }];
    });
    expect(commands.length).toBeGreaterThan(150);
    expect(commands.filter((each) => each.fault !== undefined)).toEqual([]);
  });

  test("of npm are scripts", () => {
    const runs = named.flatMap(({ document, name }) => {
      const [, script] = /^npm (?:run )?([\w:]+)/.exec(name) ?? [];
      return script === undefined ? [] : [{ document, script }];
    });
    expect(runs.length).toBeGreaterThan(30);
    const ofNpm = ["install", "ci", "pack", "version", "publish"];
    expect(runs.filter(({ script }) => !scripts.includes(script) && !ofNpm.includes(script))).toEqual([]);
  });
});

test("operations are declared", () => {
  const operations = named.flatMap(({ document, name }) => {
    const [, method, path] =
      /^(GET|POST|DELETE) (\/(?:capi|api|control)\/[^?\s]+|…\/[^?\s]+|[a-z][^?\s]*)/.exec(name) ?? [];
    return path === undefined ? [] : [{ document, name, method: method!, end: endOf(path) }];
  });
  expect(operations.length).toBeGreaterThan(150);
  const isDeclared = ({ method, end }: { readonly method: string; readonly end: string }) =>
    declared.some((each) => each.startsWith(`${method} `) && each.endsWith(end));
  expect(operations.filter((each) => !isDeclared(each))).toEqual([]);
});

/** How the path of an operation ends that prose names whole, without its beginning, or under `sim/` of V2. */
function endOf(path: string): string {
  return `/${path
    .replace(/^(…|\/control)?\//, "/")
    .replace(/^\//, "")
    .replace("capi/v2/sim/", "capi/v2/")}`;
}
