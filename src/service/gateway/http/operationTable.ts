import type { Operation } from "../operation.ts";

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
