import { control } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { generatedKey } from "./generatedKey.ts";
import { addKey, keyParameters } from "./keyParameters.ts";

/** `POST /control/keys/create`: a key of generated strings; this answer is the only place where they are shown. */
export const createKey = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/keys/create",
  summary: "Create an API key; secret and passphrase are shown this once",
  answer: control.NewKey,
  parameters: keyParameters,
  async handle(context, input) {
    const strings = generatedKey(context.rng);
    await addKey(context, input, strings);
    return strings;
  },
});
