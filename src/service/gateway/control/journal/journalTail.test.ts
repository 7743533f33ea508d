import { expect, test } from "vitest";
import type { FrameListener } from "../../../../kernel/engine/index.ts";
import { systemClock } from "../../../../kernel/host/clock.ts";
import { JournalTail, TAIL_BYTES_MAX } from "./journalTail.ts";

const FRAME_BYTES = 16 * 1024;

function followed() {
  let tell: FrameListener = () => undefined;
  const tail = new JournalTail(
    {
      subscribe(listener) {
        tell = listener;
        return () => undefined;
      },
    },
    systemClock,
  );
  let seq = 1;
  const add = (bytes = FRAME_BYTES) =>
    tell({ firstSeq: seq++, count: 1, time: 0, events: new Uint8Array(bytes) }, new Uint8Array(0));
  return { tail, add };
}

test("keeps as many frames as its bytes allow, the newest, in order", () => {
  const { tail, add } = followed();
  const room = TAIL_BYTES_MAX / FRAME_BYTES;
  for (let i = 0; i < room + 2_500; i++) add();
  expect(tail.frames.map(({ firstSeq }) => firstSeq)).toEqual(
    Array.from({ length: room }, (_, i) => 2_501 + i),
  );
});

test("the last frame stays, however large it is", () => {
  const { tail, add } = followed();
  add();
  add(TAIL_BYTES_MAX + 1);
  expect(tail.frames.map(({ firstSeq }) => firstSeq)).toEqual([2]);
});
