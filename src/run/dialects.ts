import type { AccountSpec } from "../venue/index.ts";

export type PositionMode = NonNullable<AccountSpec["positionMode"]>;

/** A dialect that is known by the hosts over which it is spoken. */
interface HostedDialect {
  readonly hosts: RegExp;
  /** What its programs assume of their account. */
  readonly positionMode: PositionMode;
}

/** V2 and V3 are spoken over all other hosts. */
const HOSTED_DIALECTS: readonly HostedDialect[] = [
  // fapi.example.com, fstream.example.com, ws-fapi.example.com
  { hosts: /^(?:[a-z0-9-]+-)?(?:fapi|fstream)\./, positionMode: "one-way" },
];

/** The mode that a program assumes of its account: that of the dialect of the hosts that it names. */
export function assumedMode(hosts: readonly string[]): PositionMode {
  const dialect = HOSTED_DIALECTS.find((each) => hosts.some((host) => each.hosts.test(host)));
  return dialect?.positionMode ?? "hedge";
}
