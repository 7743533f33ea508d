/** Where one server of a cluster is, in the words of `pg`. */
export interface ServerUrl {
  readonly url: string;
  /** Host and port without user and password, for messages. */
  readonly name: string;
}

const URL_PARTS = /^(postgres(?:ql)?:\/\/)((?:[^@/]*)@)?([^/?]*)(\/[^?]+)?(\?.*)?$/;

/**
 * The servers of `postgres://user:password@a:5432,b,c/database?…`: the client library takes one host, so each
 * gets a URL of its own. A host that begins with `%2F` is the folder of a socket.
 *
 * @throws RangeError that says what a URL must look like; it never repeats a password
 */
export function parseServers(url: string): readonly ServerUrl[] {
  const [, scheme, user = "", hosts, database, options = ""] = URL_PARTS.exec(url) ?? [];
  const names = hosts?.split(",") ?? [];
  const shown = names.map(decoded);
  if (
    scheme === undefined ||
    database === undefined ||
    shown.includes(undefined) ||
    names.some((name) => !/^[^\s:]+(?::\d+)?$|^\[[^\]]+\](?::\d+)?$/.test(name))
  ) {
    throw new RangeError(
      "the cluster's database must be postgres://user:password@host[:port][,host[:port]…]/database; " +
        (database === undefined ? "this one names no database" : "this one has a host that is none"),
    );
  }
  return names.map((name, i) => ({
    url: `${scheme}${user}${name}${database}${options}`,
    name: shown[i]!,
  }));
}

/** A name without percent signs; undefined where one of them stands for no text. */
function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}
