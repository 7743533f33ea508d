import type { AccountSpec } from "../../assembly/venue/index.ts";
import { dialectPrograms } from "../../interface/wire/index.ts";

export type PositionMode = NonNullable<AccountSpec["positionMode"]>;

/**
 * The mode that a program assumes of its account: that of the dialect of the hosts that it names. A dialect
 * without hosts of its own is spoken over all others.
 */
export function assumedMode(hosts: readonly string[]): PositionMode {
  const dialect = Object.values(dialectPrograms).find((each) => hosts.some((host) => each.hosts?.test(host)));
  return dialect?.positionMode ?? "hedge";
}
