import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

/**
 * No function of the core takes four parameters of one kind side by side: whoever calls it could swap them,
 * and nothing would tell. A kind is what the parameter's type says; what its default says is one, too. None
 * takes seven of whatever kind: what so many functions hand on to each other is one thing, and has a name.
 */
const CORE = join(import.meta.dirname, "../src/kernel/core");
const AT_MOST = 3;
const AT_MOST_IN_ALL = 6;
/** Every order, and every fill, runs through these: an object would be made for each. */
const WITH_MORE = [
  "data/margin/orderMargin.ts: addOrderMargin",
  "events/tradeEvents.ts: bookPriced",
  "events/tradeEvents.ts: bookSide",
  "rules/fill/prepareFill.ts: feeOfPart",
];

/** A node of a syntax tree, as far as it is read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const files = readdirSync(CORE, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".ts") && !path.endsWith(".test.ts"),
);

test("no function of the core takes four parameters of one kind side by side", () => {
  expect(files.length).toBeGreaterThan(150);
  expect(foundBy(alike)).toEqual([]);
});

test("no function of the core takes seven parameters, but where an object would be made for each order", () => {
  expect(foundBy(tooMany)).toEqual(WITH_MORE);
});

test.each([
  ["function f(a: number, b: number, c: number, d: number): void {}", ["number, number, number, number"]],
  ["function f(a = 0, b = 0, c = 0, d = 0): void {}", ["number, number, number, number"]],
  ["class C { m(s: State, a: Lots, b: Lots, c: Lots, d: Lots) {} }", ["State, Lots, Lots, Lots, Lots"]],
  ["const f = (a: Lots, b: Lots, c: Lots, d: Lots) => a;", ["Lots, Lots, Lots, Lots"]],
  ["interface I { m(a: Lots, b: Lots, c: Lots, d: Lots): void }", ["Lots, Lots, Lots, Lots"]],
  ["type F = (a: Lots, b: Lots, c: Lots, d: Lots) => void;", ["Lots, Lots, Lots, Lots"]],
  ["function f(s: State, ...all: number[]): void {}", ["State, ...number[]"]],
  ["function f(a: Lots, b: Ticks, c: Lots, d: Lots, e: Rate, g: Lots): void {}", []],
  ["const f = (a, b, c, d) => a;", []],
])("%s", (source, found) => {
  expect(alike(source)).toEqual(found);
});

function foundBy(look: (source: string) => readonly string[]): readonly string[] {
  return files
    .toSorted()
    .flatMap((path) => look(readFileSync(join(CORE, path), "utf8")).map((each) => `${path}: ${each}`));
}

/** The functions that take too many parameters, by name where they have one. */
function tooMany(source: string): readonly string[] {
  const isTooMany = ({ params }: Taking) => params.length > AT_MOST_IN_ALL;
  return [...takersIn(source)]
    .filter(isTooMany)
    .map(({ id }) => (isNode(id) ? String(id["name"]) : "a function"));
}

/** A node of something that takes parameters. */
interface Taking extends Node {
  readonly params: readonly Node[];
}

function* takersIn(source: string): Generator<Taking> {
  for (const node of nodesIn(parseSync("core.ts", source).program as unknown as Node))
    if (isNodes(node["params"]) && !node.type.startsWith("TSTypeParameter")) yield node as Taking; // Map<A, B> has params, too
}

/** The kinds of the parameters of each function that takes too many of one kind side by side. */
function alike(source: string): readonly string[] {
  const found: string[] = [];
  for (const { params } of takersIn(source)) {
    const kinds = params.map((each) => kindOf(each, source));
    const isAlike = kinds.some(
      (kind, at) =>
        kind?.startsWith("...number") ||
        (kind !== undefined &&
          at >= AT_MOST &&
          kinds.slice(at - AT_MOST, at).every((other) => other === kind)),
    );
    if (isAlike) found.push(kinds.join(", "));
  }
  return found;
}

function kindOf(parameter: Node, source: string): string | undefined {
  if (parameter.type === "TSParameterProperty") return kindOf(parameter["parameter"] as Node, source);
  if (parameter.type === "RestElement") return `...${annotated(parameter, source)}`;
  if (parameter.type !== "AssignmentPattern") return annotated(parameter, source);
  const { value } = parameter["right"] as { value?: unknown };
  return annotated(parameter["left"] as Node, source) ?? (value === undefined ? undefined : typeof value);
}

function annotated(parameter: Node, source: string): string | undefined {
  const annotation = parameter["typeAnnotation"] as { typeAnnotation: Node } | null | undefined;
  return annotation
    ? source.slice(annotation.typeAnnotation.start, annotation.typeAnnotation.end)
    : undefined;
}

function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    if (isNodes(value)) for (const each of value) yield* nodesIn(each);
    else if (isNode(value)) yield* nodesIn(value);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function isNodes(value: unknown): value is readonly Node[] {
  return Array.isArray(value) && value.every(isNode);
}
