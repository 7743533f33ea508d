/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** More tab stops than a page has: who gets there went round. */
const STOPS_MAX = 120;

/** Somebody who has no mouse. After each step something has the focus, and is in sight. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses keys one after the other. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  /**
   * Two keys that mean something together where the second comes soon after the first: it is sent at once,
   * not when a busy page has dealt with the first.
   */
  async chord(first: string, second: string): Promise<void> {
    const { keyboard } = this.#page;
    await Promise.all([keyboard.press(first), keyboard.press(second)]);
  }

  /** How a screen reader would call what has the focus: "" for nothing that can be acted on. */
  focused(): Promise<string> {
    return this.#page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element.matches("body, [role=dialog]")) return "";
      const label =
        element.getAttribute("aria-label") ??
        document.getElementById(element.getAttribute("aria-labelledby") ?? "")?.textContent;
      if (element instanceof HTMLInputElement) return label ?? element.labels?.[0]?.textContent ?? "";
      const acts = element.matches("button, a, [role]");
      return (label ?? (acts ? element.textContent : "") ?? "").trim();
    });
  }

  /** Tabs on until something of this name has the focus. */
  async tabTo(name: RegExp): Promise<void> {
    const passed: string[] = [];
    for (let i = 0; i < STOPS_MAX; i++) {
      const at = await this.focused();
      if (name.test(at)) return;
      passed.push(at);
      await this.press("Tab");
      await this.expectFocus();
    }
    throw new Error(`the tab key does not lead to ${name}, but to ${passed.join(" | ")}`);
  }

  /** Into a field in place of what it holds. */
  async type(field: RegExp, text: string): Promise<void> {
    await this.tabTo(field);
    await this.press("Control+A");
    await this.#page.keyboard.type(text);
  }

  /** One of a few that stand beside each other: the tab key leads there, arrows to the one. */
  async choose(group: string, option: RegExp): Promise<void> {
    for (let i = 0; i < STOPS_MAX; i++) {
      const isThere = await this.#page.evaluate(
        (name) => document.activeElement?.closest(`[role=radiogroup][aria-label="${name}"]`) != null,
        group,
      );
      if (isThere) break;
      await this.press("Tab");
      await this.expectFocus();
    }
    // Arrows end at the ends: first to one, then along.
    for (const key of ["ArrowLeft", "ArrowRight"])
      for (let i = 0; i < 10 && !option.test(await this.focused()); i++) await this.press(key);
    expect(await this.focused()).toMatch(option);
    await this.press("Enter");
    await expect
      .poll(() => this.#page.evaluate(() => document.activeElement?.getAttribute("aria-checked")))
      .toBe("true");
  }

  /** Whatever comes and goes, in the end what is called so has the focus. */
  async expectFocused(name: RegExp): Promise<void> {
    await expect.poll(() => this.focused()).toMatch(name);
  }

  /** The next tab must not begin at the top of the page. */
  async expectFocus(): Promise<void> {
    expect(await this.#page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
  }

  /** Whatever comes and goes, in the end something inside this has the focus. */
  async expectFocusIn(selector: string): Promise<void> {
    await expect
      .poll(() => this.#page.evaluate((part) => document.activeElement?.closest(part) != null, selector))
      .toBe(true);
  }
}
