import { expect, test, vi } from "vitest";
import { useShownPage } from "../../../../../test/terminal/shownPage.ts";
import type { ControlClient } from "../../../../interface/client/index.ts";
import { OperatorDesk } from "./operatorDesk.ts";

useShownPage();

/** A venue with so many commands, of its first market or a later one: they are all that it tells. */
class Venue {
  head = 0;
  market = "first";
  readonly control = {
    call: async (name: string, { after = 0 }: { readonly after?: number } = {}) => {
      if (name === "GET operators") return { you: "admin", operators: [{ name: "admin", role: "admin" }] };
      if (name === "GET status") return { durableSeq: this.head };
      const from = Math.min(after, this.head);
      const entries = Array.from({ length: this.head - from }, (_, i) => `${this.market} ${from + i + 1}`);
      return { entries, next: this.head, lost: 0 };
    },
  } as unknown as ControlClient;
}

test("of a market that started over while another view was open, the journal shows its own commands alone", async () => {
  vi.stubGlobal("location", { hash: "" });
  vi.stubGlobal("window", new EventTarget());
  const venue = new Venue();
  const { journal, status } = await OperatorDesk.open(venue.control);
  const leave = status.watch();
  const leaveJournal = journal.watch();
  venue.head = 3;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(journal.value.rows).toEqual(["first 3", "first 2", "first 1"]);
  leaveJournal();
  Object.assign(venue, { market: "second", head: 1 });
  await vi.advanceTimersByTimeAsync(1_000);
  venue.head = 5;
  await vi.advanceTimersByTimeAsync(1_000);
  const leaveAgain = journal.watch();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(journal.value.rows).toEqual([5, 4, 3, 2, 1].map((seq) => `second ${seq}`));
  leaveAgain();
  leave();
});
