import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Credentials } from "./credentials.ts";
import { isGenerated } from "./credentials.ts";
import { isLoopbackHost } from "./exposure.ts";
import type { VenueSetup } from "./venueSetup.ts";

/** The directory of the built web page, beside the compiled sources. */
export function pageDirectory(): string {
  let root = import.meta.dirname;
  while (!existsSync(join(root, "package.json"))) root = dirname(root);
  return join(root, "dist/terminal");
}

/**
 * Accounts that the page may sign in to by itself: those whose strings were generated here. Strings that somebody
 * chose may be in use elsewhere and are shown to nobody, and a venue that others can reach shows none at all.
 */
export function demoAccounts({ settled, accounts }: VenueSetup): readonly Credentials[] {
  const { host, proxies, hostNames } = settled;
  if (!isLoopbackHost(host) || proxies.length > 0 || hostNames.length > 0) return [];
  return accounts.map(({ credentials }) => credentials).filter(isGenerated);
}
