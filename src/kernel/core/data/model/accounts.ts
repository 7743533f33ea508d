import type { Entity } from "./entity.ts";
import { derived, persisted, published } from "./entity.ts";

/**
 * Accounts; the slot is the account id (slot 0 is never used), and an account is never dropped. Rare settings
 * are objects, what every order reads is in columns.
 */
export const accounts = {
  name: "Account",
  table: "accounts",
  slot: "AccountId",
  together: false,
  columns: {
    kind: published("int"),
    twin: published("AccountId", {
      note: "Of a user its paper account, of a paper account its user; 0 where there is none.",
    }),
    status: published("int"),
    orderRateLimitPerMinute: published("int", { stored: "double" }),
    orderDelayMs: published("int", { stored: "double" }),
    cancelDelayMs: published("int", { stored: "double" }),
    selfTradePrevention: published("int"),
    positionMode: published("int", {
      note: "Whether it holds a leg each way, or one net position a contract.",
    }),
    marginCallPercent: published("int", {
      note: "From which requirement, in per cent of equity, on its margin is called for; 0: it is not.",
    }),
    group: published("int", { note: "Orders of accounts of one group never meet in the book; 0: of none." }),
    createdTime: published("TimeMs"),
    updatedTime: published("TimeMs"),
    version: published("Seq", { note: "Sequence number of the last event that touched the account." }),
    entry: derived("EntrySlot", { note: "Slot of the shared collateral entry." }),
    holdingHead: derived("HoldingSlot", {
      initially: -1,
      note: "List of holdings, in order of creation; the tail for appending.",
    }),
    holdingTail: derived("HoldingSlot", { initially: -1 }),
    positionHead: derived("PositionSlot", { initially: -1, note: "List of positions, by opening." }),
    positionTail: derived("PositionSlot", { initially: -1 }),
    agent: persisted("AccountId", { note: "Who brought this user, 0: nobody." }),
    rebateRate: persisted("Rate", { note: "The agent's part of the trading fees." }),
    referredTime: persisted("TimeMs"),
    endedFees: persisted("money", {
      note: "Trading fees of isolated entries that are gone: with those of the entries that are there, all that it ever paid.",
    }),
    rebatedFees: persisted("money", {
      note: "Of what it paid, those that its agent has had its part of, and when that was.",
    }),
    rebatedSeq: persisted("Seq"),
    slackUnits: derived("int", {
      stored: "double",
      note: "What the account's fills may still use up before it is judged again, in whole units; derived, like bands.",
    }),
    marginDirty: derived("int", { note: "1 while the account waits to be judged at the end of the step." }),
    frozen: persisted("money", {
      note: "Σ order margin frozen by live opening orders; pays out of the shared entry.",
    }),
  },
} as const satisfies Entity;
