import type { Operation } from "../operation.ts";

/** Operations by method and path; HEAD is served by that of GET. */
export class OperationTable {
  readonly #byMethod: Readonly<Record<string, Map<string, Operation>>>;

  constructor(operations: readonly Operation[]) {
    const reads = new Map<string, Operation>();
    this.#byMethod = { GET: reads, HEAD: reads, POST: new Map(), DELETE: new Map() };
    for (const operation of operations) this.#byMethod[operation.method]!.set(operation.path, operation);
  }

  /** @param url with its query */
  find(method: string, url: string): Operation | undefined {
    const query = url.indexOf("?");
    return this.#byMethod[method]?.get(query < 0 ? url : url.slice(0, query));
  }
}
