import type { IncomingMessage } from "node:http";

/** The path that a request asks for, without its query. */
export function pathOf({ url = "" }: IncomingMessage): string {
  const mark = url.indexOf("?");
  return withoutDoubleSlash(mark < 0 ? url : url.slice(0, mark));
}

/**
 * Some clients join a base URL that ends in "/" with a path that begins with one; they sign the path with
 * one slash.
 */
export function withoutDoubleSlash(url: string): string {
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
