import { expect, test } from "vitest";
import { limitProfiles } from "../../src/service/gateway/index.ts";
import { venueOfTest } from "./venueOfTest.ts";

test("pages, documents and unknown paths have a budget of their own; health and control have none", async () => {
  const ipWeight = { max: 22, windowMs: 3_600_000 };
  const venue = await venueOfTest({
    prices: { btc: 60_000 },
    limits: { ...limitProfiles.off, name: "pages", ipWeight },
  });
  const time = "/capi/v2/market/time";
  const ask = async (path: string, times: number) => {
    const statuses: number[] = [];
    for (let i = 0; i < times; i++) {
      const headers = { authorization: `Bearer ${venue.adminToken}` };
      const response = await fetch(venue.baseUrl + path, { headers, redirect: "manual" });
      statuses.push(response.status);
      const text = await response.text();
      const rule = path === time ? "IP weight" : "weight of pages";
      if (response.status === 429) expect(text).toContain(`${rule} 22 of 22 in 3600 s`);
    }
    return statuses;
  };

  expect(await ask("/openapi.json", 1)).toEqual([200]);
  expect(await ask("/asyncapi.json", 1)).toEqual([200]);
  expect(await ask("/nothing", 1)).toEqual([404]);
  expect(await ask("/docs", 2)).toEqual([200, 429]);
  for (const path of ["/openapi.json", "/", "/assets/none.css", "/join", "/nothing"])
    expect(await ask(path, 1)).toEqual([429]);
  expect(await ask(time, 23)).toEqual([...Array(22).fill(200), 429]);
  for (const path of ["/health", "/metrics", "/control/accounts"])
    expect(await ask(path, 23)).toEqual(Array(23).fill(200));
});
