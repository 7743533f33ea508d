import { Saved } from "../state/saved.ts";

/** The reader's choice of looks, stored by this browser. */
export interface Looks {
  readonly theme: "system" | "dark" | "light";
  /** The colours for up and down: classic green and red, safe for colour-blind readers, or shapes alone. */
  readonly colours: "classic" | "safe" | "ink";
  readonly isRedUp: boolean;
}

const DEFAULT: Looks = { theme: "system", colours: "classic", isRedUp: false };

export const looks = new Saved<Looks>("outcry.looks.1", DEFAULT, (value): value is Looks => {
  if (typeof value !== "object" || value === null) return false;
  const { theme, colours, isRedUp } = value as Partial<Record<keyof Looks, unknown>>;
  return (
    ["system", "dark", "light"].includes(String(theme)) &&
    ["classic", "safe", "ink"].includes(String(colours)) &&
    typeof isRedUp === "boolean"
  );
});

/** Applies the looks to the document, and every later change. */
export function followLooks(): void {
  const system = matchMedia("(prefers-color-scheme: light)");
  const apply = () => {
    const { theme, colours, isRedUp } = looks.value;
    const { dataset } = document.documentElement;
    dataset["theme"] = theme === "system" ? (system.matches ? "light" : "dark") : theme;
    dataset["colours"] = colours;
    if (isRedUp) dataset["redUp"] = "";
    else delete dataset["redUp"];
    for (const listener of repainted) listener();
  };
  looks.subscribe(apply);
  system.addEventListener("change", apply);
  apply();
}

const repainted = new Set<() => void>();

/** Calls `repaint` when colours changed, for things that do not use style sheets. @returns how to stop */
export function onRepaint(repaint: () => void): () => void {
  repainted.add(repaint);
  return () => repainted.delete(repaint);
}

/** The present value of a colour token: `colour("up")`. */
export function colour(token: string): string {
  const style = getComputedStyle(document.documentElement);
  return style.getPropertyValue(`--${token}`).trim();
}
