import type { IncomingMessage, ServerResponse } from "node:http";
import type { TSchema } from "typebox";
import type { Role } from "../../../interface/wire/control/words.ts";
import type { Parameters } from "../../../interface/wire/index.ts";

/**
 * Something that is served besides the operations of clients: a page, a document, an operation of control.
 */
export interface Route {
  readonly method: "GET" | "POST";
  /** "*" as its last part stands for any name, and for none. */
  readonly path: string;
  /** What a request costs its address. Default: 1. */
  readonly weight?: number;
  /** Its description in the OpenAPI document. Default: it is not in the document. */
  readonly described?: RouteDescription;
  /**
   * Answers a request; HEAD is answered as GET, without the body. A rejection is a bug, answered with 500.
   *
   * @param body empty for a GET
   */
  serve(request: IncomingMessage, reply: ServerResponse, body: Uint8Array): Promise<void> | void;
}

/**
 * The description of a route: the declaration of an operation of control, or the part of one that there is.
 */
export interface RouteDescription {
  readonly summary: string;
  /** The least role that may call it; left out: anybody may. */
  readonly role?: Role;
  readonly parameters?: Parameters;
  readonly answer?: TSchema;
  /** The types of the file that it answers with in place of JSON. */
  readonly sends?: readonly string[];
}

/** Routes by method and path; a HEAD is served by the path's GET. */
export class RouteTable {
  readonly #routes: ReadonlyMap<string, Route>;

  constructor(routes: readonly Route[]) {
    this.#routes = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  }

  /** @param path without its query */
  find(method: string, path: string): Route | undefined {
    const asked = `${method === "HEAD" ? "GET" : method} ${path}`;
    return this.#routes.get(asked) ?? this.#routes.get(`${asked.slice(0, asked.lastIndexOf("/") + 1)}*`);
  }
}
