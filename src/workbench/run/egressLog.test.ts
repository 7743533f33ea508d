import { expect, test } from "vitest";
import { EgressLog, isCertificateRefusal } from "./egressLog.ts";
import { SILENT } from "./standIn.ts";

test("a connection without a request tells of distrust where no other of its host had one, or where the client said so", () => {
  const egress = new EgressLog();
  for (const host of ["reserve.example", "silent.example", "both.example"]) egress.distrusted(host, SILENT);
  for (const host of ["reserve.example", "both.example", "reserve.example"]) egress.trusted(host);
  egress.distrusted("both.example", "unknown ca");
  egress.distrusted("both.example", SILENT);
  expect(egress.refusals().map((each) => [each, isCertificateRefusal(each)])).toEqual([
    [{ host: "both.example", reason: "unknown ca", times: 3, trusting: 1 }, true],
    [{ host: "reserve.example", reason: SILENT, times: 1, trusting: 2 }, false],
    [{ host: "silent.example", reason: SILENT, times: 1, trusting: 0 }, true],
  ]);
});

test.each(["tried", "distrusted"] as const)(
  "hosts that are %s are counted by name up to a limit, then together",
  (what) => {
    const egress = new EgressLog();
    const meet = (host: string): void =>
      what === "tried" ? egress.tried(host, "name") : egress.distrusted(host, "unknown ca");
    for (let n = 0; n < 1_500; n++) meet(`${n}.example`);
    meet("7.example");
    const counted = what === "tried" ? egress.hosts() : egress.refusals();
    expect(counted).toHaveLength(1_001);
    expect(counted.slice(0, 2)).toMatchObject([
      { host: "others", times: 500 },
      { host: "7.example", times: 2 },
    ]);
  },
);
