import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/**
 * Contrasts of the tokens after WCAG 2.2: 4.5 for text, 3 for what is only seen, on every ground they stand
 * on.
 */

const TEXT = ["text", "muted", "faint", "accent", "own", "warn", "danger", "gain", "loss"];
const SEEN = ["control", "focus"];
const GROUNDS = ["bg", "panel", "raised"];

const css = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");

/** The tokens that a selector sets, over those before. */
function tokensOf(selector: string, before: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const start = css.indexOf(`\n${selector} {`);
  if (start < 0) throw new Error(`no rule for ${selector}`);
  const block = css.slice(start, css.indexOf("}", start));
  return new Map([
    ...before,
    ...[...block.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map((m) => [m[1]!, m[2]!] as const),
  ]);
}

const dark = tokensOf(":root");
const light = tokensOf(':root[data-theme="light"]', dark);
const themes = {
  dark,
  light,
  "dark, safe": tokensOf(':root[data-colours="safe"]', dark),
  "light, safe": tokensOf(':root[data-theme="light"][data-colours="safe"]', light),
};

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [dim, bright] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (bright! + 0.05) / (dim! + 0.05);
}

test("the formula is that of WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
});

describe.each(Object.entries(themes))("%s", (_, tokens) => {
  const at = (name: string) => tokens.get(name)!;

  test.each(GROUNDS)("everything can be read on %s", (ground) => {
    const weak = [
      ...TEXT.filter((name) => contrast(at(name), at(ground)) < 4.5),
      ...SEEN.filter((name) => contrast(at(name), at(ground)) < 3),
    ];
    expect(weak).toEqual([]);
  });

  test("ink on its fill", () => {
    for (const [ink, fill] of [
      ["badge-ink", "badge"],
      ["gain-ink", "gain"],
      ["loss-ink", "loss"],
      ["bg", "accent"],
    ] as const) {
      expect(contrast(at(ink), at(fill)), `${ink} on ${fill}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});
