import * as declared from "../../../wire/control/operations/key.ts";
import { controlOperation } from "../operation.ts";
import { generatedKey } from "./generatedKey.ts";
import { addKey } from "./keyParameters.ts";

/** `POST /control/keys/create`: a key of generated strings; this answer is the only place where they are shown. */
export const createKey = controlOperation(declared.createKey, async (context, input) => {
  const strings = generatedKey(context.rng);
  await addKey(context, input, strings);
  return strings;
});
