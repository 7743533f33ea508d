import { expect, test } from "vitest";
import { Frame } from "./frame.ts";

function manual() {
  const asked: (() => void)[] = [];
  const frame = new Frame((run) => asked.push(run));
  return { frame, asked, draw: () => asked.splice(0).forEach((run) => void run()) };
}

test("however often something changes, it runs once a frame", () => {
  const { frame, asked, draw } = manual();
  let runs = 0;
  const task = () => void runs++;
  for (let i = 0; i < 9; i++) frame.want(task);
  expect([asked.length, runs]).toEqual([1, 0]);
  draw();
  expect(runs).toBe(1);
  draw();
  expect(runs).toBe(1);
});

test("held, nothing runs; afterwards what became due runs once", () => {
  const { frame, draw } = manual();
  let runs = 0;
  const task = () => void runs++;
  frame.want(task);
  frame.hold(true);
  draw();
  frame.want(task);
  draw();
  expect(runs).toBe(0);
  frame.hold(false);
  draw();
  expect(runs).toBe(1);
});
