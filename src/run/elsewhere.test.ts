import { expect, test } from "vitest";
import { Elsewhere } from "./elsewhere.ts";

test.each(["tried", "distrusted"] as const)(
  "hosts that are %s are counted by name up to a limit, then together",
  (what) => {
    const elsewhere = new Elsewhere();
    const meet = (host: string): void =>
      what === "tried" ? elsewhere.tried(host, "name") : elsewhere.distrusted(host, "unknown ca");
    for (let n = 0; n < 1_500; n++) meet(`${n}.example`);
    meet("7.example");
    const counted = what === "tried" ? elsewhere.hosts() : elsewhere.refusals();
    expect(counted).toHaveLength(1_001);
    expect(counted.slice(0, 2)).toMatchObject([
      { host: "others", times: 500 },
      { host: "7.example", times: 2 },
    ]);
  },
);
