import { control, text } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";

/** `POST /control/keys/disable`: for good. */
export const disableKey = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/keys/disable",
  summary: "Disable an API key for good",
  answer: control.KeyNamed,
  parameters: { apiKey: text("The key.", 128) },
  async handle({ submit }, { apiKey }) {
    await submit({ type: "disableKey", key: apiKey });
    return { apiKey };
  },
});
