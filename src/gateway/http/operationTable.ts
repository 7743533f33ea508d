import type { Operation } from "../operation.ts";

/** Operations by method and path. */
export class OperationTable {
  readonly #byMethod: Readonly<Record<string, Map<string, Operation>>> = {
    GET: new Map(),
    POST: new Map(),
    DELETE: new Map(),
  };

  constructor(operations: readonly Operation[]) {
    for (const operation of operations) this.#byMethod[operation.method]!.set(operation.path, operation);
  }

  /** @param url with its query */
  find(method: string, url: string): Operation | undefined {
    const query = url.indexOf("?");
    return this.#byMethod[method]?.get(query < 0 ? url : url.slice(0, query));
  }
}
