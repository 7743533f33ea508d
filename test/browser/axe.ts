/// <reference lib="dom" />
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const RULES = { type: "tag", values: TAGS } as const;
/** What of the rules a look changes. */
const COLOURS = { type: "rule", values: ["color-contrast"] } as const;

/** What of a page is looked at, and how. */
export interface Looked {
  /** A selector; the whole page without it. */
  readonly within?: string | undefined;
  /** Of colours alone. */
  readonly colours?: boolean;
}

/** What axe finds on a page, in short: WCAG 2.0 to 2.2 A and AA and its best practices. */
export async function axe(on: Page, { within, colours = false }: Looked = {}): Promise<readonly string[]> {
  if (!(await on.evaluate(() => "axe" in globalThis))) await on.evaluate(AXE);
  return on.evaluate(run, { within, runOnly: colours ? COLOURS : RULES });
}

/**
 * In the page. What is right is not described, nor is anything loaded anew for it: that is most of axe's
 * time.
 */
async function run({ within, runOnly }: { within: string | undefined; runOnly: object }) {
  const { axe } = globalThis as unknown as { readonly axe: Axe };
  const options = { runOnly, resultTypes: ["violations"], preload: false, elementRef: false };
  const { violations } = await axe.run(within ?? document, options);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
}

interface Axe {
  run(
    context: Document | string,
    options: object,
  ): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  }>;
}
