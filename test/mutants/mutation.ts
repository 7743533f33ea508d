/** A small mistake in a source: one line of it, and what stands there instead. */
export interface Mutation {
  readonly kind: "comparison" | "bound" | "sign" | "removed call" | "removed check";
  /** From 1. */
  readonly line: number;
  readonly from: string;
  readonly to: string;
  /** Which it is of those in its source that change an equal line in the same way, from 1. */
  readonly nth: number;
}

const COMPARED: Readonly<Record<string, string>> = {
  ...{ "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===" },
};
const SIGNED: Readonly<Record<string, string>> = { "+": "-", "-": "+", "+=": "-=", "-=": "+=" };

/**
 * A statement that is a call and nothing else, and a check that leaves the function or loop it stands in,
 * each on a line of its own.
 */
const CALL = /^(\s*)(?:await )?[\w.#!]+\(.*\);$/;
const CHECK = /^(\s*)if \(.*\) (?:return|throw|continue|break)\b.*;$/;
/** Where no code stands: within a text, or behind a comment's beginning. */
const NO_CODE = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*$/g;
const BOUND = /(?<=[<>]=? |_(?:MAX|MIN|LIMIT)\w* = )\d[\d_]*\b(?!\.)/g;

/** Every mistake that is drawn from, in the order of the lines: of the code alone, not of its words. */
export function mutationsOf(source: string): readonly Mutation[] {
  const equals = new Map<string, number>();
  return mistakesIn(source).map((mistake) => {
    const key = `${mistake.from}\n${mistake.to}`;
    const nth = (equals.get(key) ?? 0) + 1;
    equals.set(key, nth);
    return { ...mistake, nth };
  });
}

type Mistake = Omit<Mutation, "nth">;

function mistakesIn(source: string): readonly Mistake[] {
  return source.split("\n").flatMap((text, i) => {
    if (/^\s*(?:\*|\/\*|\/\/|import\b|export \{|export type\b|type\b|assert\()/.test(text)) return [];
    const code = text.replaceAll(NO_CODE, (part) => "\0".repeat(part.length));
    const swapped = (kind: Mutation["kind"], from: RegExp, by: (found: string) => string | undefined) =>
      [...code.matchAll(from)].flatMap(({ 0: found, index }): readonly Mistake[] => {
        const to = by(found);
        if (to === undefined) return [];
        const made = text.slice(0, index) + to + text.slice(index + found.length);
        return [{ kind, line: i + 1, from: text, to: made }];
      });
    const removed = (kind: Mutation["kind"], pattern: RegExp): readonly Mistake[] => {
      const indent = pattern.exec(text)?.[1];
      return indent === undefined ? [] : [{ kind, line: i + 1, from: text, to: `${indent};` }];
    };
    return [
      ...swapped("comparison", /(?<= )(?:[<>]=?|[!=]==)(?= )/g, (found) => COMPARED[found]),
      ...swapped("bound", BOUND, (found) => String(Number(found.replaceAll("_", "")) + 1)),
      ...swapped("sign", /(?<= )[+-]=?(?= )/g, (found) => SIGNED[found]),
      ...removed("removed call", CALL),
      ...removed("removed check", CHECK),
    ];
  });
}

/** A source with a mistake in it. */
export function mutated(source: string, { line, to }: Mutation): string {
  return source
    .split("\n")
    .with(line - 1, to)
    .join("\n");
}
