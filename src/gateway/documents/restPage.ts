/*
 * How the page at /docs looks references up. A document of OpenAPI 3.1 makes its library read all of it anew, 900 KB, for
 * every operation that somebody opens, for seconds; the document's references name whole components, which are found at once.
 */

// biome-ignore lint/suspicious/noExplicitAny: a JSON document of many shapes
type Json = any;

/** What is in the page before this runs. */
declare const SwaggerUIBundle: { readonly plugins: { DownloadUrl(system: unknown): object } };

/**
 * The page's one plugin, in the page itself: it is sent as text, so it uses nothing from around it.
 *
 * @returns the one that the page has by itself, which this replaces, and the look-up
 */
export function pagePlugin(system: unknown): object {
  const inlined = (part: Json, document: Json): Json => {
    if (part === null || typeof part !== "object") return part;
    if (Array.isArray(part)) return part.map((each) => inlined(each, document));
    if (typeof part.$ref === "string")
      return inlined(found(document, part.$ref.slice(2).split("/")), document);
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, inlined(each, document)]));
  };
  const found = (document: Json, path: readonly string[]): Json =>
    path.reduce((part, key) => part?.[key], document);
  const resolveSubtree = async (document: Json, path: readonly string[]) => ({
    spec: inlined(found(document, path), document),
    errors: [],
  });
  return { ...SwaggerUIBundle.plugins.DownloadUrl(system), fn: { resolveSubtree } };
}
