import { expect, test } from "vitest";
import { type Command, encodeCommand, RecordBuffer } from "../../../../kernel/core/index.ts";
import type { Engine, FrameListener } from "../../../../kernel/engine/index.ts";
import { MarketNews } from "./marketNews.ts";
import { actNews } from "./sentences.ts";

/** An engine that has executed so many commands, and gives out frames of acts. */
function followed(durableSeq = 0) {
  let tell: FrameListener = () => undefined;
  const engine = {
    durableSeq,
    query: async () => [],
    subscribe(listener: FrameListener) {
      tell = listener;
      return () => undefined;
    },
  };
  const logged: string[] = [];
  const note = (_: object, message: string) => void logged.push(message);
  const news = new MarketNews(engine as unknown as Engine, { info: note, warn: note, error: note });
  let seq = durableSeq + 1;
  const act = (count: number) => {
    const commands = new RecordBuffer();
    for (let i = 0; i < count; i++) {
      const said = { operator: "alice", action: `audit ${seq + i}`, given: "", reference: "" };
      encodeCommand({ type: "act", ...said, command: "", refusal: "" } as Command, commands);
    }
    tell(
      { firstSeq: seq, count, time: 0, events: new Uint8Array(0) },
      commands.bytes.subarray(0, commands.length * 8),
    );
    seq += count;
  };
  return { news, act, logged };
}

test("more than are kept were missed, and those that are kept are the newest", async () => {
  const { news, act, logged } = followed();
  act(2_001);
  const { news: first, next, missed } = await news.read(0, 1_000);
  expect([missed, first.length]).toEqual([true, 1_000]);
  const rest = await news.read(next, 1_000);
  expect([rest.missed, rest.news.map(({ text }) => text)]).toEqual([false, ["alice: audit 2001"]]);
  expect(logged).toHaveLength(2_001);
  expect([...news.counts].filter(([, times]) => times > 0)).toEqual([["control", 2_001]]);
});

test("news of a command have the numbers of that command, whatever was before this start", async () => {
  const whole = followed();
  whole.act(3);
  whole.act(2);
  const { news: all, next } = await whole.news.read(0, 10);
  const later = followed(3);
  later.act(2);
  const { news: found, ...rest } = await later.news.read(all[0]!.id, 10);
  expect(found).toEqual(all.slice(3));
  expect(rest).toEqual({ next, missed: true });
  expect((await later.news.read(all[2]!.id, 10)).missed).toBe(true);
});

test.each([
  ["{}", "alice: audit"],
  ['{"account":"a"}', 'alice: audit {"account":"a"}'],
  ["x".repeat(200), `alice: audit ${"x".repeat(200)}`],
  ["x".repeat(16_000), `alice: audit ${"x".repeat(200)}…`],
  [`${"x".repeat(199)}\u{1F600}`, `alice: audit ${"x".repeat(199)}…`],
])("what an operator gave is told up to a length: %.20s", (given, text) => {
  const act = {
    type: "act",
    operator: "alice",
    action: "audit",
    given,
    reference: "",
    command: "",
    refusal: "",
  };
  expect(actNews(act as Parameters<typeof actNews>[0]).text).toBe(text);
});
