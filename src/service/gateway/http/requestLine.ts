import type { IncomingMessage } from "node:http";

const VERSIONS: ReadonlySet<string> = new Set(["1.0", "1.1"]);
/** A target with scheme and authority, as clients send it to a proxy. */
const ABSOLUTE = /^https?:\/\/([^/?#]*)([^#]*)$/i;

/**
 * Rewrites the target of a request that Node.js has read as a path with its query.
 *
 * @param allows whether a host is served
 * @returns the fault of version, target or host, if there is one: a proxy between client and venue may read
 * such a request differently
 */
export function readRequestLine(
  request: IncomingMessage,
  allows: (host: string) => boolean,
): string | undefined {
  const { httpVersion, rawHeaders, headers, url = "/" } = request;
  if (!VERSIONS.has(httpVersion)) return `HTTP/${httpVersion} is not served: HTTP/1.1 is`;
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name)).length;
  if (hosts > 1) return `header "Host" is given ${hosts} times`;
  if (hosts === 0 && httpVersion === "1.1") return 'header "Host" is required';
  const [, authority, path] = ABSOLUTE.exec(url) ?? [];
  if (authority !== undefined) {
    if (authority.toLowerCase() !== headers.host?.toLowerCase() || !allows(authority)) {
      return 'the target\'s host must be served here, and that of header "Host"';
    }
    request.url = path!.startsWith("/") ? path! : `/${path}`;
  }
  request.url = withoutDoubleSlash(request.url ?? "/");
  return undefined;
}

/** The path that a request asks for, without its query. */
export function pathOf({ url = "" }: IncomingMessage): string {
  const mark = url.indexOf("?");
  return withoutDoubleSlash(mark < 0 ? url : url.slice(0, mark));
}

/**
 * Some clients join a base URL that ends in "/" with a path that begins with one; they sign the path with
 * one slash.
 */
function withoutDoubleSlash(url: string): string {
  if (url.charCodeAt(1) !== 47) return url;
  let start = 1;
  while (url.charCodeAt(start + 1) === 47) start++;
  return url.slice(start);
}

/** A path with what is percent-encoded without need spelled out; "" for one whose encoding is broken. */
export function decodedPath(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURI(path);
  } catch {
    return ""; // not UTF-8: no path is called that
  }
}
