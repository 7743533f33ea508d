import { expect, test, vi } from "vitest";
import { useShownPage } from "../../../../test/terminal/shownPage.ts";
import { Notices } from "./notices.ts";

const page = useShownPage();
const SHOWN_MS = 8_000;
const textsOf = ({ shown }: Notices) => shown.value.map(({ text }) => text);

test("what offers something stays whatever comes after it; of the rest the newest three are shown", () => {
  const notices = new Notices();
  notices.add("bad", "Liquidated", undefined, { label: "Explain", run: () => undefined });
  for (const text of ["a", "b", "c", "d"]) notices.add("good", text);
  expect(textsOf(notices)).toEqual(["Liquidated", "b", "c", "d"]);
});

test("its time begins when the page is shown", async () => {
  const notices = new Notices();
  page.document.hidden = true;
  notices.add("good", "Bought");
  await vi.advanceTimersByTimeAsync(10 * SHOWN_MS);
  page.document.hidden = false;
  page.document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(SHOWN_MS - 1);
  expect(textsOf(notices)).toEqual(["Bought"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(textsOf(notices)).toEqual([]);
});

test("none goes while its reader is at it, or while the page is hidden", async () => {
  const notices = new Notices();
  notices.add("good", "Bought");
  notices.isHeld = () => true;
  await vi.advanceTimersByTimeAsync(3 * SHOWN_MS);
  expect(textsOf(notices)).toEqual(["Bought"]);
  notices.isHeld = () => false;
  page.document.hidden = true;
  await vi.advanceTimersByTimeAsync(3 * SHOWN_MS);
  expect(textsOf(notices)).toEqual(["Bought"]);
  page.document.hidden = false;
  page.document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(SHOWN_MS);
  expect(textsOf(notices)).toEqual([]);
});
