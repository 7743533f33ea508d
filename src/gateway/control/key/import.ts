import * as declared from "../../../wire/control/operations/key.ts";
import { PASSPHRASE_RULE } from "../../../wire/control/parameters.ts";
import { invalidParameter } from "../../../wire/index.ts";
import { isPassphrase } from "../../auth/vault.ts";
import { controlOperation } from "../operation.ts";
import { addKey } from "./keyParameters.ts";

/** What goes into an HTTP header as it is. */
const PLAIN = /^[\x21-\x7e]+$/;

/**
 * `POST /control/keys/import`: a key of the operator's own three strings, so that a bot's configuration need not change.
 */
export const importKey = controlOperation(
  declared.importKey,
  async (context, { apiKey, secret, passphrase, ...input }) => {
    if (!PLAIN.test(apiKey)) throw invalidParameter("apiKey", "printable ASCII characters without blanks");
    if (!isPassphrase(passphrase)) throw invalidParameter("passphrase", PASSPHRASE_RULE);
    await addKey(context, input, { apiKey, secret, passphrase });
    return { apiKey };
  },
);
