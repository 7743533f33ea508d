import type { Dialect } from "../../interface/wire/index.ts";
import { dialectNames, WireError } from "../../interface/wire/index.ts";
import type { ApiVersion } from "./apiVersion.ts";
import { versions } from "./apiVersion.ts";
import type { SocketVersion } from "./sockets/apiVersion.ts";

/** Pages that speak V2 with the venue: the trader's page, the leaderboard, and the page for invitations. */
const PAGES_OF_V2: readonly string[] = ["/", "/leaderboard", "/join"];

/** Which dialects are served, and the refusal of paths of the others. */
export class Dialects {
  readonly #served: readonly ApiVersion[];
  readonly #sockets: readonly SocketVersion[];

  /** @param sockets of all dialects */
  constructor(served: readonly Dialect[], sockets: readonly SocketVersion[]) {
    this.#served = served.map((dialect) => versions[dialect]);
    this.#sockets = sockets;
  }

  /** The dialects that are served. */
  get names(): readonly Dialect[] {
    return dialectNames.filter((each) => this.serves(versions[each]));
  }

  serves(api: ApiVersion): boolean {
    return this.#served.includes(api);
  }

  /** Whether a page is served: a page that speaks a dialect is only there together with the dialect. */
  servesPage(path: string): boolean {
    return !PAGES_OF_V2.includes(path) || this.serves(versions.v2);
  }

  /** The refusal of what belongs to a dialect that is switched off; undefined for any other path. */
  refusalOf(path: string): WireError | undefined {
    const dialect = dialectNames.find((each) => this.#isOf(versions[each], path));
    if (dialect === undefined || this.serves(versions[dialect])) return undefined;
    const served = this.names.join(",");
    return new WireError(
      "dialectOff",
      `Not found: this venue does not serve ${dialect}, it was started with --dialects ${served}`,
    );
  }

  #isOf(api: ApiVersion, path: string): boolean {
    return (
      api.prefixes.some((prefix) => path.startsWith(prefix)) ||
      this.#sockets.some(({ rest, accessAt }) => rest === api && accessAt(path) !== undefined) ||
      (api === versions.v2 && PAGES_OF_V2.includes(path))
    );
  }
}
