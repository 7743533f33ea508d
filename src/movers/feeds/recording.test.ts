import { describe, expect, test } from "vitest";
import { readRecording, recordedPrice } from "./recording.ts";

const KLINES = [
  "open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore",
  "1000,10,13,9,12,1,60999,0,0,0,0,0",
  "61000,12,12.5,8,8.5,1,120999,0,0,0,0,0",
  "",
].join("\n");

describe("klines", () => {
  test("play open, the opposite extreme, the other, close", () => {
    const recording = readRecording(KLINES, "klines", "x.csv");
    expect(recording.prices).toEqual([10, 9, 13, 12, 12, 12.5, 8, 8.5]);
    expect(recording.times).toEqual([1000, 16_000, 31_000, 46_000, 61_000, 76_000, 91_000, 106_000]);
    expect(recording.end).toBe(121_000);
    expect(recordedPrice(recording, 1000)).toBe(10);
    expect(recordedPrice(recording, 30_999)).toBe(9);
    expect(recordedPrice(recording, 120_999)).toBe(8.5);
  });

  test("may have times in microseconds, no names and CRLF", () => {
    const text = "1767225600000000,1,1,1,1,0,1767225659999999,0,0,0,0,0\r\n";
    const recording = readRecording(text, "klines", "x.csv");
    expect(recording.times[0]).toBe(1_767_225_600_000);
    expect(recording.end).toBe(1_767_225_660_000);
  });
});

test("aggregate trades hold each price until the next", () => {
  const text =
    "agg_trade_id,price,quantity,first,last,transact_time,is_buyer_maker\n1,5.5,1,1,1,1000,true\n2,6,1,2,2,1000,false\n3,7,1,3,3,3000,true";
  const recording = readRecording(text, "aggTrades", "x.csv");
  expect(recordedPrice(recording, 1000)).toBe(6);
  expect(recordedPrice(recording, 2999)).toBe(6);
  expect(recordedPrice(recording, 3999)).toBe(7);
  expect(recording.end).toBe(4000);
});

test.each([
  ["klines", "1000,10,13,9,12,1", "a.csv:1: column 7 is missing: the line has 6"],
  ["klines", "x1,10,13,9,12,1,60999", 'a.csv:1: column 1 is a time, got "x1"'],
  ["klines", "open_time,open", "a.csv:1: no line of data"],
  ["klines", `${KLINES}hello,10,13,9,12,1,60999`, 'a.csv:4: column 1 is a time, got "hello"'],
  ["klines", `${KLINES}121000,10,-13,9,12,1,180999`, 'a.csv:4: column 3 is a price above 0, got "-13"'],
  ["klines", `${KLINES}121000,10,11,9,12,1,180999`, "a.csv:4: high 11 is below open 10 or close 12"],
  ["klines", `${KLINES}121000,10,13,11,12,1,180999`, "a.csv:4: low 11 is above open 10 or close 12"],
  [
    "klines",
    `${KLINES}120000,10,13,9,12,1,180999`,
    "a.csv:4: time 120000 lies before 121000, where the line before ends",
  ],
  [
    "klines",
    `${KLINES}121000,10,13,9,12,1,120999`,
    "a.csv:4: close time 120999 lies before open time 121000",
  ],
  ["aggTrades", "1,0,1,1,1,1000", 'a.csv:1: column 2 is a price above 0, got "0"'],
  ["aggTrades", "", "a.csv:1: no line of data"],
] as const)("%s %# is refused with its line", (layout, text, message) => {
  expect(() => readRecording(text, layout, "a.csv")).toThrow(message);
});
