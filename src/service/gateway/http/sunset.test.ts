import { expect, test } from "vitest";
import { SEED_SUNSET, sunsetHeaders } from "./sunset.ts";

test("Deprecation, Sunset and Link", () => {
  expect(sunsetHeaders(SEED_SUNSET)).toEqual([
    "deprecation",
    "@1767225600",
    "sunset",
    "Wed, 30 Sep 2026 00:00:00 GMT",
    "link",
    '</docs>; rel="deprecation"; type="text/html"',
  ]);
});

test("a successor has a link of its own", () => {
  expect(sunsetHeaders({ ...SEED_SUNSET, successor: "/capi/v3/" }).at(-1)).toBe(
    '</docs>; rel="deprecation"; type="text/html", </capi/v3/>; rel="successor-version"',
  );
});
