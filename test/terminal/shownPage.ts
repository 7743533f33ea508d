import { afterEach, beforeEach, vi } from "vitest";

/** What a test has of a page without a browser; filled before each. */
export interface ShownPage {
  document: { hidden: boolean } & EventTarget;
}

/** Around each test of the file: a page that is shown, and time that the test moves. */
export function useShownPage(): ShownPage {
  const page = {} as ShownPage;
  beforeEach(() => {
    vi.useFakeTimers();
    page.document = Object.assign(new EventTarget(), { hidden: false });
    vi.stubGlobal("document", page.document);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return page;
}
