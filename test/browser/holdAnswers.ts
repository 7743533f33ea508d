import type { Page, Route } from "playwright-core";

/**
 * Keeps what a page asks at some addresses from being answered, as a slow network does.
 *
 * @returns lets them go, and what is asked from then on
 */
export async function holdAnswers(page: Page, at: RegExp): Promise<() => void> {
  let letGo = (): void => undefined;
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const held = async (route: Route): Promise<void> => {
    await gone;
    await route.continue().catch(() => undefined); // the page may have gone meanwhile
  };
  await page.route(at, held);
  return letGo;
}
