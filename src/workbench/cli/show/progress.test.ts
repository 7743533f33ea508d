import { expect, onTestFinished, test, vi } from "vitest";
import { Progress } from "./progress.ts";

function open({ errIsTty = false } = {}) {
  const told: string[] = [];
  let now = 0;
  const terminal = {
    out() {},
    err: (text: string) => void told.push(text),
    outIsTty: false,
    errIsTty,
  };
  const pass = (ms: number): void => {
    now += ms;
  };
  return { progress: new Progress(terminal, () => now), pass, told: () => told.join("") };
}

test("what is over within a second is not worth a word", () => {
  const { progress, pass, told } = open();
  progress.update("replaying", 0);
  pass(999);
  progress.update("replaying", 1);
  expect(told()).toBe("");
});

test("what takes longer is named once a step", () => {
  const { progress, pass, told } = open();
  for (const step of ["replaying", "drawing"]) {
    for (let i = 0; i < 4; i++) {
      progress.update(step, i / 4);
      pass(500);
    }
  }
  progress.end();
  expect(told()).toBe("replaying …\ndrawing …\n");
});

test("on a terminal there is a bar, and nothing is written past the terminal", () => {
  const { progress, pass, told } = open({ errIsTty: true });
  const past = vi.spyOn(process.stderr, "write");
  onTestFinished(() => past.mockRestore());
  for (const share of [0, 0.25, 0.5]) {
    progress.update("replaying", share);
    pass(600);
  }
  progress.end();
  expect(told()).toMatch(/replaying █{15}░{15} 50 % {2}.*\n$/);
  expect(past).not.toHaveBeenCalled();
});

test("what stands behind the bar may be said", () => {
  const { progress, pass, told } = open({ errIsTty: true });
  for (const share of [0, 0.25, 0.5]) {
    progress.update("market time", share, `command ${share * 4}`);
    pass(600);
  }
  progress.end();
  expect(told()).toMatch(/50 % {2}command 2/);
});
