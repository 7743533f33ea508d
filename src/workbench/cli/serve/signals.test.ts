import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { onParentGone, onStopSignal } from "./signals.ts";

function listen() {
  const stops: string[] = [];
  const exits: number[] = [];
  const target = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) });
  const forget = onStopSignal((signal) => stops.push(signal), target);
  const hear = (signal: string): boolean => target.emit(signal, signal);
  return { stops, exits, hear, forget };
}

test("a signal stops; a second one, which may be the same, changes nothing; a third ends the process at once", () => {
  const { stops, exits, hear } = listen();
  hear("SIGINT");
  hear("SIGTERM");
  expect({ stops, exits }).toEqual({ stops: ["SIGINT"], exits: [] });
  hear("SIGINT");
  expect({ stops, exits }).toEqual({ stops: ["SIGINT"], exits: [130] });
});

test("nothing is heard once it is over, but the second of a pair of which the first was", () => {
  const { stops, hear, forget } = listen();
  hear("SIGINT");
  forget();
  expect(hear("SIGINT"), "else the process would die of it").toBe(true);
  expect(stops).toEqual(["SIGINT"]);

  const other = listen();
  other.forget();
  expect(other.hear("SIGINT")).toBe(false);
  expect(other.stops).toEqual([]);
});

test("the end of standard input stops, once, and is not heard once it is over", () => {
  const stops: string[] = [];
  const calls: string[] = [];
  const pipe = () =>
    Object.assign(new EventEmitter(), {
      resume: () => calls.push("resume"),
      pause: () => calls.push("pause"), // else it would keep the process alive
    });
  const input = pipe();
  const forget = onParentGone((reason) => stops.push(reason), input);
  input.emit("end");
  input.emit("close");
  expect(stops).toEqual(["standard input ended"]);
  forget();
  calls.length = 0;
  const other = pipe();
  onParentGone((reason) => stops.push(reason), other)();
  expect(calls).toEqual(["resume", "pause"]);
  other.emit("end");
  expect(stops).toHaveLength(1);
});
