import { describe, expect, test } from "vitest";
import type { RequestEntry } from "../../../service/gateway/index.ts";
import { EgressLog } from "../egressLog.ts";
import { EquityCurve, POINTS_MAX } from "./report.ts";
import { RequestCounts } from "./requestCounts.ts";

/** What a report counts stays bounded, however long a run is. */

const request = (path: string, code = "", reason = "", status = 200): RequestEntry => ({
  id: 1,
  time: 0,
  marketTime: 0,
  method: "GET",
  path,
  key: "",
  account: 0,
  address: "127.0.0.1",
  program: "bot",
  weight: { ip: 1, uid: 1 },
  status,
  code,
  tookMs: 1,
  reason,
});

describe("requests", () => {
  test("are added up by operation, refusals by code, with the last reason and its remedy", () => {
    const counts = new RequestCounts();
    for (const path of ["/a", "/b", "/b"]) counts.add(request(path));
    counts.add(request("/a", "40009", "first", 400));
    counts.add(request("/a", "40009", "second", 400));
    counts.add(request("/b", "", "refused inside an answer"));
    counts.lose(4);
    expect(counts.report()).toEqual({
      total: 6,
      refused: 3,
      uncounted: 4,
      firstTime: 0,
      medianMs: 1,
      slowMs: 1,
      operations: [
        { operation: "GET /a", requests: 3, refused: 2 },
        { operation: "GET /b", requests: 3, refused: 1 },
      ],
      refusals: [
        {
          code: "40009",
          operation: "GET /a",
          times: 2,
          reason: "second",
          remedy: "the secret is not this key's: check the names that --key-env gives",
        },
        { code: "200", operation: "GET /b", times: 1, reason: "refused inside an answer", remedy: "" },
      ],
    });
  });

  test("when the first was answered, and how long half of the last took, and all but a hundredth", () => {
    const counts = new RequestCounts();
    for (let i = 1; i <= 101; i++) counts.add({ ...request("/a"), time: 1_000 + i, tookMs: (i * 37) % 101 });
    expect(counts.report()).toMatchObject({ firstTime: 1_001, medianMs: 50, slowMs: 99 });
    for (let i = 0; i < 10_000; i++) counts.add({ ...request("/a"), tookMs: 7 });
    expect(counts.report()).toMatchObject({ firstTime: 1_001, medianMs: 7, slowMs: 7 });
    expect(new RequestCounts().report()).toMatchObject({ firstTime: 0, medianMs: 0, slowMs: 0 });
  });

  test("to ever new paths are one kind in the end", () => {
    const counts = new RequestCounts();
    for (let i = 0; i < 2_000; i++) counts.add(request(`/${i}`, "404", "no", 404));
    const { total, operations, refusals } = counts.report();
    expect(total).toBe(2_000);
    expect(operations[0]).toEqual({ operation: "others", requests: 1_500, refused: 1_500 });
    expect([operations.length, refusals.length]).toEqual([501, 501]);
  });
});

test("other hosts are counted, and bounded", () => {
  const egress = new EgressLog();
  for (let i = 0; i < 1_200; i++) egress.tried(`h${i}.example`, "name");
  egress.tried("h7.example", "name");
  const hosts = egress.hosts();
  expect(hosts).toHaveLength(1_001);
  expect(hosts.slice(0, 2)).toEqual([
    { host: "others", attempt: "name", times: 200 },
    { host: "h7.example", attempt: "name", times: 2 },
  ]);
});

test("an equity curve of any length keeps its first point, its order and its bound", () => {
  const curve = new EquityCurve();
  for (let time = 0; time < 10_000; time++) {
    curve.add({ time, equity: "1" });
    expect(curve.points().length).toBeLessThan(POINTS_MAX);
  }
  const times = curve.points().map(({ time }) => time);
  expect(times[0]).toBe(0);
  expect(times.length).toBeGreaterThanOrEqual(POINTS_MAX / 2 - 1);
  // Evenly: the same step between any two.
  const steps = new Set(times.slice(1).map((time, i) => time - times[i]!));
  expect(steps.size).toBe(1);
});

test("a curve of any length ends in its last point", () => {
  const curve = new EquityCurve();
  for (let time = 1; time <= POINTS_MAX + 1; time++) curve.add({ time, equity: "1" });
  curve.end({ time: POINTS_MAX + 2, equity: "2" });
  expect(curve.points().at(-1)).toEqual({ time: POINTS_MAX + 2, equity: "2" });
});
