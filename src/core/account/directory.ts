import type { KeyView } from "../query.ts";

/** API keys. Secrets are ciphertext here; the core never sees a plain one. */
export class Directory {
  readonly keys = new Map<string, KeyView>();
}
