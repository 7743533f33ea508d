import "swagger-ui-dist/swagger-ui.css";
import "./docs.css";
import bundle from "swagger-ui-dist/swagger-ui-bundle.js?url";
import preset from "swagger-ui-dist/swagger-ui-standalone-preset.js?url";

/** The page at /docs: what the venue's OpenAPI document says, as Swagger's page shows it. */

// biome-ignore lint/suspicious/noExplicitAny: a JSON document of many shapes
type Json = any;

/** What the two scripts bring: as much of it as is used here. */
declare const SwaggerUIBundle: {
  (options: object): void;
  readonly presets: { readonly apis: object };
  readonly plugins: { DownloadUrl(system: unknown): object };
};
declare const SwaggerUIStandalonePreset: object;

await Promise.all([bundle, preset].map(load));
SwaggerUIBundle({
  dom_id: "#swagger-ui",
  url: "/openapi.json",
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  plugins: [withQuickReferences],
  layout: "StandaloneLayout",
  validatorUrl: null,
  docExpansion: "none",
  filter: true,
});

function load(url: string): Promise<void> {
  const script = document.createElement("script");
  script.src = url;
  document.head.append(script);
  return new Promise((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${url} cannot be had: reload the page`));
  });
}

/**
 * How the page looks references up. A document of OpenAPI 3.1 makes its library read all of it anew, 900 KB,
 * for every operation that somebody opens, for seconds; the document's references name whole components,
 * which are found at once.
 *
 * @returns the plugin that the page has by itself, which this replaces, and the look-up
 */
function withQuickReferences(system: unknown): object {
  const resolveSubtree = async (document: Json, path: readonly string[]) => ({
    spec: inlined(found(document, path), document),
    errors: [],
  });
  return { ...SwaggerUIBundle.plugins.DownloadUrl(system), fn: { resolveSubtree } };
}

function inlined(part: Json, document: Json): Json {
  if (part === null || typeof part !== "object") return part;
  if (Array.isArray(part)) return part.map((each) => inlined(each, document));
  if (typeof part.$ref === "string") return inlined(found(document, part.$ref.slice(2).split("/")), document);
  return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, inlined(each, document)]));
}

function found(document: Json, path: readonly string[]): Json {
  return path.reduce((part, key) => part?.[key], document);
}
