import { Store } from "../../state/store.ts";

/** The views, in the order of the navigation. */
export const VIEWS = [
  ["overview", "Overview"],
  ["accounts", "Accounts"],
  ["contracts", "Contracts"],
  ["market", "Market"],
  ["forced", "Forced events"],
  ["requests", "Requests"],
  ["journal", "Journal"],
  ["uploads", "Uploads"],
  ["operators", "Operators"],
  ["nodes", "Nodes"],
  ["operations", "Operations"],
] as const;

export type ViewName = (typeof VIEWS)[number][0];

/** The place that the address names: `#/accounts/demo-1`. It never contains a secret. */
export interface Place {
  readonly view: ViewName;
  /** What is open in the view: an account, a contract, a filter. */
  readonly of: string | undefined;
}

/** The place that the address names, kept up with it. */
export class PlaceStore extends Store<Place> {
  constructor() {
    super(placeOf(location.hash));
    window.addEventListener("hashchange", () => this.set(placeOf(location.hash)));
  }

  go(view: ViewName, of?: string): void {
    location.hash = hrefOf(view, of);
  }
}

export function hrefOf(view: ViewName, of?: string): string {
  return `#/${view}${of === undefined ? "" : `/${encodeURIComponent(of)}`}`;
}

/** The place of a hash; one that names no view is the overview. */
export function placeOf(hash: string): Place {
  const [, name, of] = hash.split("/");
  const view = VIEWS.find(([each]) => each === name)?.[0] ?? "overview";
  return { view, of: of === undefined ? undefined : decoded(of) };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
