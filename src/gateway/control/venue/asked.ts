import { WireError } from "../../../wire/index.ts";

/** Errors that say that what was asked for cannot be, and that nothing was done. */
const REFUSALS = new Set(["UnknownStateError", "RangeError", "BackupError"]);

/** The outcome of what the venue was asked to do as a whole; its refusals are the operator's to read. */
export async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Error && REFUSALS.has(error.name)
      ? new WireError("refused", error.message)
      : error;
  }
}
