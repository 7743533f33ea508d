import { expect, test } from "vitest";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { alertsOf } from "./alerts.ts";

const audit: answers.AuditView = {
  ...{ running: true, passes: 1, violations: 0, broken: null, checking: null },
  ...{ longestSliceMs: 1, lastPass: null },
};
const well = { state: "running", haltReason: null, history: "whole", historyLag: 0, disturbances: [] };
const status = { ...well, audit } as unknown as answers.VenueStatus;
const traded = { symbol: "cmt_btcusdt", status: "trading", delistedAt: null, index: "60000.0" };
const contract = traded as answers.ContractView;
const account = { account: 4, name: "demo-1", kind: "user", status: "normal", equity: "10" } as const;
const nothing = {
  ...{ status: undefined, contracts: undefined, accounts: undefined },
  ...{ poorest: undefined, participants: undefined },
};
const textsOf = (known: Partial<Parameters<typeof alertsOf>[0]>) =>
  alertsOf({ ...nothing, ...known }).map(({ text }) => text);

test("a venue that is well, and one of which nothing is known yet, want nothing", () => {
  expect(textsOf({})).toEqual([]);
  const participants = [{ name: "feeds", everyMs: 1_000, on: true }];
  expect(textsOf({ status, contracts: [contract], accounts: [account], participants })).toEqual([]);
});

test.each<[string, Partial<Parameters<typeof alertsOf>[0]>]>([
  ["The venue has halted: disk", { status: { ...status, state: "halted", haltReason: "disk" } }],
  ["History: damaged", { status: { ...status, history: "damaged" } }],
  ["History is 10001 commands behind", { status: { ...status, historyLag: 10_001 } }],
  ["The background audit is off", { status: { ...status, audit: { ...audit, running: false } } }],
  [
    "Made to go wrong, fault 3: pushes dropped: all pushes",
    { status: { ...status, disturbances: [{ by: "fault", id: 3, what: "pushes dropped: all pushes" }] } },
  ],
  ["cmt_btcusdt is halted", { contracts: [{ ...contract, status: "halted" }] }],
  ["cmt_btcusdt has no index price", { contracts: [{ ...contract, index: "0.0" }] }],
  ["demo-1 is frozen", { accounts: [{ ...account, status: "frozen" }] }],
  ["demo-1 has an equity below zero", { poorest: [{ ...account, equity: "-0.5" }] }],
  ["feeds is switched off", { participants: [{ name: "feeds", everyMs: 1_000, on: false }] }],
])("%s", (text, known) => {
  expect(textsOf(known)).toEqual([text]);
});

test("the worst comes first; what is gone for good and the outside world are no news", () => {
  const texts = textsOf({
    status: { ...status, audit: { ...audit, violations: 1, broken: "bid < ask" } },
    contracts: [
      { ...contract, status: "cancel-only" },
      { ...contract, status: "delisted", index: "0" },
    ],
    poorest: [{ ...account, name: "external", equity: "-100" }],
  });
  expect(texts).toEqual(["The audit found a broken rule: bid < ask", "cmt_btcusdt is cancel-only"]);
});
