import { expect, test, vi } from "vitest";
import { Tape, type TapeTrade } from "./tape.ts";

vi.stubGlobal("requestAnimationFrame", () => 0);

const trade = (time: number, size: string): TapeTrade => ({ time, price: "60000", size, isBuy: true });
const sizesOf = ({ trades }: Tape) => trades.map(({ size }) => size);

test("of the millisecond of the newest that was read, as where market time stands still, what is pushed is added once", () => {
  const tape = new Tape();
  tape.begin([trade(2, "0.3"), trade(2, "0.2"), trade(1, "0.1")]);
  tape.push(trade(1, "0.1"));
  tape.push(trade(2, "0.3"));
  expect(sizesOf(tape)).toEqual(["0.3", "0.2", "0.1"]);
  tape.push(trade(2, "0.4"));
  tape.push(trade(2, "0.3"));
  tape.push(trade(3, "0.5"));
  expect(sizesOf(tape)).toEqual(["0.5", "0.3", "0.4", "0.3", "0.2", "0.1"]);
});

test("where there was no trade yet, the first is added", () => {
  const tape = new Tape();
  tape.begin([]);
  tape.push(trade(0, "0.1"));
  expect(sizesOf(tape)).toEqual(["0.1"]);
});
