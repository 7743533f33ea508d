import { fapiVersion, v2Version, v3Version } from "../apiVersion.ts";
import type { Dialects } from "../dialects.ts";
import type { Route } from "../http/routes.ts";
import type { Sunset } from "../http/sunset.ts";
import type { Operation } from "../operation.ts";
import type { DocumentedSockets } from "../sockets/documented.ts";
import { documentedFapi, documentedRequests, documentedV2, documentedV3 } from "../sockets/documented.ts";
import { asyncApi } from "./asyncapi.ts";
import { openApi } from "./openapi.ts";
import { socketPage } from "./socketPage.ts";

/** The weight of asking for a document: sending it takes as long as some ten small answers. */
const DOCUMENT_WEIGHT = 10;
/** A placeholder in a document for the host under which it is asked for. */
const HOST = "host.invalid";

const documentedSockets = [
  { api: v2Version, sockets: documentedV2 },
  { api: v3Version, sockets: documentedV3 },
  { api: fapiVersion, sockets: documentedFapi },
  { api: fapiVersion, sockets: documentedRequests },
];

/**
 * `GET /openapi.json` and `/asyncapi.json`, and a page of the sockets at `/docs/sockets`: made of the
 * declarations of what is served, when they are first asked for. (The page at `/docs` is among the others of
 * `page/`.)
 */
export function documentRoutes(
  dialects: Dialects,
  operations: readonly Operation[],
  routes: readonly Route[],
  sunset: Sunset | undefined,
): readonly Route[] {
  const served = operations.filter(({ api }) => dialects.serves(api));
  const sockets = documentedSockets.filter(({ api }) => dialects.serves(api)).map((each) => each.sockets);
  return [
    documentRoute("/openapi.json", (host) => openApi({ operations: served, routes, sunset }, host)),
    documentRoute("/asyncapi.json", (host) => asyncApi(sockets, host)),
    socketsRoute(sockets),
  ];
}

function socketsRoute(sockets: readonly DocumentedSockets[]): Route {
  let page: string | undefined;
  const serve: Route["serve"] = (_request, reply) => {
    page ??= socketPage(sockets);
    reply.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  };
  return { method: "GET", path: "/docs/sockets", serve };
}

/**
 * Serves a document of hundreds of kilobytes. Its text is made once, when it is first asked for; all clients
 * that it is being sent to share the bytes.
 *
 * @param make makes the document for a host
 */
function documentRoute(path: string, make: (host: string) => object): Route {
  let pieces: readonly Buffer[] | undefined;
  const serve: Route["serve"] = ({ headers }, reply) => {
    pieces ??= JSON.stringify(make(HOST))
      .split(HOST)
      .map((text) => Buffer.from(text));
    const host = Buffer.from(JSON.stringify(headers.host ?? "").slice(1, -1));
    const parts = pieces.flatMap((piece, i) => (i === 0 ? [piece] : [host, piece]));
    reply.writeHead(200, {
      "content-type": "application/json; charset=utf-8",
      "content-length": parts.reduce((bytes, part) => bytes + part.length, 0),
    });
    for (const part of parts) reply.write(part);
    reply.end();
  };
  return { method: "GET", path, weight: DOCUMENT_WEIGHT, serve };
}
