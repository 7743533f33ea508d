import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isGenerated } from "./generated.ts";

/*
 * What it takes to give orders one more boolean: `tagged`, which the client says of an order when it places
 * it, and which lists, single orders and history of V2 and V3 tell, and OpenAPI describes.
 */

const ROOT = join(import.meta.dirname, "../..");

/** Lines that are written by hand, each behind a line that a file has once. */
interface Edit {
  readonly file: string;
  readonly lines: readonly { readonly after: string; readonly write: string }[];
}

/** All that is written by hand; the rest is made by programs. */
export const EDITS: readonly Edit[] = [
  {
    file: "src/kernel/core/data/model/orders.ts",
    lines: [
      {
        after: 'market: published("flag", { drafted: 0 }),',
        write: 'tagged: published("flag", { drafted: 0 }),',
      },
    ],
  },
  {
    file: "src/kernel/core/data/messages/command.ts",
    lines: [{ after: 'orRefused: "flag",', write: 'tagged: "flag",' }],
  },
  {
    file: "src/interface/wire/v2/order.ts",
    lines: [
      {
        after: 'price: given.optional(given.decimal("Order price; required for limit orders")),',
        write: 'tagged: given.optional(given.flag("Whether it gets the client\'s mark")),',
      },
      {
        after: "client_oid: clientId,",
        write: 'tagged: flag("Whether it has the client\'s mark"),',
      },
    ],
  },
  {
    file: "src/service/gateway/v2/order/translate.ts",
    lines: [
      {
        after: "timeInForce: market && input.order_type === POST_ONLY ? GTC : input.order_type,",
        write: "tagged: input.tagged ?? false,",
      },
      { after: "client_oid: clientIdOf(view),", write: "tagged: view.tagged," },
    ],
  },
  {
    file: "src/interface/wire/v3/order.ts",
    lines: [
      {
        after: "reduceOnly: reduceOnlyParameter,",
        write: 'tagged: given.optional(given.flag("Whether it gets the client\'s mark")),',
      },
      {
        after: 'reduceOnly: flag("It closes"),',
        write: 'tagged: flag("Whether it has the client\'s mark"),',
      },
    ],
  },
  {
    file: "src/service/gateway/v3/order/translate.ts",
    lines: [
      {
        after: "timeInForce: isMarket ? marketTimeInForce(input) : timeInForceOf(input),",
        write: "tagged: input.tagged ?? false,",
      },
      { after: "reduceOnly: !isOpening(view.action),", write: "tagged: view.tagged," },
    ],
  },
];

/** The text of a file with the lines of an edit. Throws unless each has its place, and one only. */
export function edited({ file, lines }: Edit, text: string): string {
  let now = text;
  for (const { after, write } of lines) {
    const parts = now.split(`${after}\n`);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} lines that end with ${after}`);
    now = parts.join(`${after}\n${write}\n`);
  }
  return now;
}

/**
 * Adds the boolean to the newest commit, in a work tree of its own that is gone afterwards: has programs make
 * what they make of it, compiles, and has a venue prove it (proveBoolean.ts). Says which files were written
 * by hand, and how many by programs.
 */
export function measureNewBoolean(): void {
  const tree = mkdtempSync(join(tmpdir(), "boolean-"));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT });
  git("worktree", "add", "--quiet", "--detach", tree, "HEAD");
  try {
    symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"));
    const run = (command: string, ...args: string[]) => {
      console.log(`> ${[command, ...args].join(" ")}`);
      const { status, stdout, stderr } = spawnSync(join(tree, "node_modules/.bin", command), args, {
        cwd: tree,
        encoding: "utf8",
      });
      if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`);
    };
    for (const edit of EDITS) {
      const path = join(tree, edit.file);
      writeFileSync(path, edited(edit, readFileSync(path, "utf8")));
    }
    run("biome", "format", "--write", ...EDITS.map(({ file }) => file));
    // What records are made of is made first.
    run("vitest", "run", "--mode", "record", "test/golden/model.test.ts", "--update");
    run(
      "vitest",
      "run",
      "--mode",
      "record",
      "src/kernel/core/data/encoding",
      "test/golden/dump.test.ts",
      "--update",
    );
    run("vitest", "run", "test/client/generated.test.ts", "test/cli/docs.test.ts", "--update");
    run("tsc", "-b", "--checkers", "1");
    run("node", "test/measure/proveBoolean.ts");
    const changed = execFileSync("git", ["status", "--porcelain", "--untracked-files=no"], {
      cwd: tree,
      encoding: "utf8",
    });
    const files = changed.split("\n").flatMap((line) => (line === "" ? [] : [line.slice(3)]));
    report(tree, files);
  } finally {
    git("worktree", "remove", "--force", tree);
    rmSync(tree, { recursive: true, force: true });
  }
}

function report(tree: string, files: readonly string[]): void {
  const byHand = EDITS.map(({ file }) => file);
  const others = files.filter((file) => !byHand.includes(file));
  const product = others.filter((file) => file.startsWith("src/"));
  const wrong = product.filter((file) => !isGenerated(file, readFileSync(join(tree, file), "utf8")));
  if (wrong.length > 0) throw new Error(`written neither by hand nor by a program: ${wrong.join(", ")}`);
  console.log(
    `A new boolean of an order: ${byHand.length} files by hand\n${byHand.map((file) => `  ${file}`).join("\n")}`,
  );
  console.log(
    `${product.length} generated ones of the product, ${others.length - product.length} records and pages of tests and docs`,
  );
}
