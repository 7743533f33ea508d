import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandLayouts, decodeCommand, encodeCommand } from "../messages/command.ts";
import { decodeEvent, eventLayouts } from "../messages/event.ts";
import type { Layout } from "./layout.ts";
import { decode, encode, RecordBuffer, RecordView } from "./layout.ts";

/**
 * The encoding, held still: one stored record a layout, in test/golden/encoding. Whoever changes a layout
 * makes them anew with `npm run golden` and looks at the difference.
 */
const ROOT = join(import.meta.dirname, "../../../../..");
const WORDS_PER_LINE = 4;

interface Fixture {
  readonly name: string;
  readonly kind: number;
  readonly version: number;
  readonly index: number;
  readonly bytes: Uint8Array;
  readonly value: Readonly<Record<string, unknown>>;
}

const tables = [
  { title: "commands", kinds: "command", layouts: commandLayouts },
  { title: "events", kinds: "event", layouts: eventLayouts },
].map(({ title, kinds, layouts }) => {
  const declared = Object.entries<Layout>(layouts);
  const blocks = declared.map(([name, layout]) => blockOf(name, layout, indexOf(title, layout)));
  const text = `${headOf(kinds)}${blocks.join("\n")}`;
  return { title, declared, text, fixtures: readFixtures(text) };
});

describe.each(tables)("$title", ({ title, declared, text, fixtures }) => {
  it("are stored as they were", async () => {
    await expect(text).toMatchFileSnapshot(join(ROOT, `test/golden/encoding/${title}.txt`));
  });

  it.each(fixtures)("$name: the stored bytes mean the stored value", (fixture) => {
    const view = new RecordView(fixture.bytes);
    expect(view.next(0)).toBe(view.length);
    const { kind, version, index } = fixture;
    expect([view.kind(0), view.version(0), view.index(0)]).toEqual([kind, version, index]);
    const [, layout] = declared.find(([type]) => type === fixture.name)!;
    expect(decode(layout, view, 0)).toEqual(fixture.value);
  });
});

it("the fixtures meet every hard value somewhere", () => {
  const values = tables.flatMap(({ fixtures }) => fixtures.flatMap(({ value }) => Object.values(value)));
  const numbers = values.filter((each) => typeof each === "number");
  const amounts = values.filter((each) => typeof each === "bigint");
  const texts = values.filter((each) => typeof each === "string");
  // 64 bits of quanta end at 92 233 720 368 units.
  const isMet = {
    negative: numbers.some((each) => each < 0),
    zero: numbers.includes(0),
    "over 32 bits": numbers.some((each) => each > 2 ** 32),
    "the largest safe integer": numbers.includes(Number.MAX_SAFE_INTEGER),
    "no money": amounts.includes(0n),
    "part of a unit below zero": amounts.some((each) => each < 0n && each % 100_000_000n !== 0n),
    "money over 64 bits": amounts.some((each) => each > 2n ** 63n),
    "debt over 64 bits": amounts.some((each) => each < -(2n ** 63n)),
    "both flags": values.includes(true) && values.includes(false),
    "no text": texts.includes(""),
    "text beyond the first plane": texts.some((each) => /[\u{10000}-\u{10ffff}]/u.test(each)),
    "a list of several rows": values.some((each) => Array.isArray(each) && each.length > 1),
  };
  expect(Object.entries(isMet).filter(([, met]) => !met)).toEqual([]);
});

it("the functions that the core offers write and read the same records", () => {
  const [commands, events] = tables;
  for (const { name, bytes, value } of commands!.fixtures) {
    const command = { type: name, ...value } as never;
    const buffer = new RecordBuffer(1);
    encodeCommand(command, buffer);
    expect(hexOf(buffer.slice())).toBe(hexOf(bytes));
    expect(decodeCommand(new RecordView(bytes), 0)).toEqual(command);
  }
  for (const { name, bytes, value } of events!.fixtures) {
    expect(decodeEvent(new RecordView(bytes), 0)).toEqual({ type: name, ...value });
  }
});

it("a command of another version is not read as if it were this one", () => {
  const bytes = tables[0]!.fixtures[0]!.bytes.slice();
  bytes[2] = 200;
  expect(() => decodeCommand(new RecordView(bytes), 0)).toThrow("version 200 is known");
});

/**
 * Blocks are separated by empty lines; a line that begins with "#" is a comment.
 *
 * ```
 * <name> kind <kind> version <version> index <index>
 * <words in hex, as their bytes lie in memory, four a line>
 * <the value as JSON; an amount of money is its quanta as text, "-15n">
 * ```
 */
function readFixtures(text: string): readonly Fixture[] {
  const lines = text.split("\n").filter((line) => !line.startsWith("#"));
  const blocks = lines
    .join("\n")
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== "");
  return blocks.map((block) => {
    const [title = "", ...rest] = block.trim().split("\n");
    const [, name = "", ...numbers] = /^(\w+) kind (\d+) version (\d+) index (\d+)$/.exec(title) ?? [];
    expect(name, title).not.toBe("");
    const [kind = 0, version = 0, index = 0] = numbers.map(Number);
    const json = rest.findIndex((line) => line.startsWith("{"));
    const bytes = Uint8Array.from(Buffer.from(rest.slice(0, json).join("").replaceAll(" ", ""), "hex"));
    const value = JSON.parse(rest.slice(json).join("\n"), (_, each) =>
      typeof each === "string" && /^-?\d+n$/.test(each) ? BigInt(each.slice(0, -1)) : each,
    );
    return { name, kind, version, index, bytes, value };
  });
}

function headOf(kinds: string): string {
  return `# The binary form of every kind of ${kinds}, one record each: docs/decisions/0001-units-and-encoding.md.
# Name, kind, version, index; the record's words in hex as their bytes lie in memory; what they mean, money in quanta.
# Made by src/kernel/core/data/encoding/golden.test.ts: npm run golden.

`;
}

function hexOf(bytes: Uint8Array): string {
  const words = Buffer.from(bytes).toString("hex").match(/.{16}/g) ?? [];
  const lines: string[] = [];
  for (let at = 0; at < words.length; at += WORDS_PER_LINE)
    lines.push(words.slice(at, at + WORDS_PER_LINE).join(" "));
  return lines.join("\n");
}

/** A stored command has index 0; an event has its command's place in the frame. */
/** An index of a record, which is a u16. */
function indexOf(title: string, layout: Layout): number {
  return title === "commands" ? 0 : (layout.kind * 1000) % 65_536;
}

/** A layout's block: hard values, spread over the fields by their place. */
function blockOf(name: string, layout: Layout, index: number): string {
  const at = (values: readonly unknown[], place: number) => values[(layout.kind + place) % values.length];
  const numbers = [
    7, 1_000_000_000_000_042, 0, 600_000, -1, 4_294_967_297, 1_767_225_600_000, 1, 9_007_199_254_740_991,
  ];
  const amounts = [
    -9_300_000_000_012_345_678n,
    0n,
    -1n,
    11_757_600_000n,
    -150_000_000n,
    9_300_000_000_000_000_001n,
  ];
  const texts = ["cmt_btcusdt", "", "grün · 合约 · 🚀", "mara"];
  const value: Record<string, unknown> = {};
  for (const [place, [field, type]] of Object.entries(layout.fixed).entries()) {
    value[field] =
      type === "flag" ? at([true, false], place) : at(type === "money" ? amounts : numbers, place);
  }
  for (const [place, field] of layout.texts.entries()) value[field] = at(texts, place);
  if (layout.list !== undefined) {
    const { columns } = layout.list;
    value[layout.list.name] = [0, 1].map((row) =>
      Object.fromEntries(columns.map((column, place) => [column, at(numbers, place + row * 3)])),
    );
  }
  const buffer = new RecordBuffer();
  encode(layout, value as never, buffer, index);
  const json = JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each), 1);
  const oneLine = json.replaceAll(/\n */g, " ");
  return `${name} kind ${layout.kind} version ${layout.version} index ${index}\n${hexOf(buffer.slice())}\n${wrapped(oneLine)}\n`;
}

/** Breaks JSON behind commas so that lines fit a screen. */
function wrapped(json: string): string {
  return json.replaceAll(/(.{1,108}[,}])(?: |$)/g, "$1\n").trimEnd();
}
