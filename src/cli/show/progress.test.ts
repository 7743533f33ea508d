import { expect, test } from "vitest";
import { Progress } from "./progress.ts";

function open() {
  const told: string[] = [];
  let now = 0;
  const terminal = {
    out() {},
    err: (text: string) => void told.push(text),
    outIsTty: false,
    errIsTty: false,
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
