import type { IncomingMessage, ServerResponse } from "node:http";
import type { TSchema } from "typebox";
import type { Role } from "../../../interface/wire/control/words.ts";
import type { Parameters } from "../../../interface/wire/index.ts";
import type { Operation } from "../operation.ts";

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

/** Operations by method and path; a HEAD is served by the path's GET. */
export class OperationTable {
  readonly #operations: readonly Operation[];
  readonly #byMethod: Readonly<Record<string, Map<string, Operation>>>;

  constructor(operations: readonly Operation[]) {
    this.#operations = operations;
    const reads = new Map<string, Operation>();
    this.#byMethod = { GET: reads, HEAD: reads, POST: new Map(), PUT: new Map(), DELETE: new Map() };
    for (const operation of operations) this.#byMethod[operation.method]!.set(operation.path, operation);
  }

  /** @param url with its query */
  find(method: string, url: string): Operation | undefined {
    const query = url.indexOf("?");
    return this.#byMethod[method]?.get(query < 0 ? url : url.slice(0, query));
  }

  /**
   * The methods of a path, as the header `allow` has them; "" where there are none. @param path without its
   * query
   */
  methodsOf(path: string): string {
    return this.#operations
      .filter((operation) => operation.path === path)
      .map(({ method }) => (method === "GET" ? "GET, HEAD" : method))
      .join(", ");
  }
}
