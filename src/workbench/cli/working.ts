import type { OnProgress } from "../../assembly/venue/onProgress.ts";
import { dataError } from "./offline.ts";
import { Progress } from "./show/progress.ts";
import { show } from "./show/value.ts";
import type { Terminal } from "./terminal.ts";

/** Does work with a progress bar, and shows its result. */
export async function working<T>(
  terminal: Terminal,
  { json }: { readonly json?: boolean },
  work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  const progress = new Progress(terminal);
  try {
    const result = await work((step, share) => progress.update(step, share));
    progress.end();
    show(terminal, json === true, result);
    return result;
  } catch (error) {
    throw dataError(error as Error);
  } finally {
    progress.end();
  }
}
