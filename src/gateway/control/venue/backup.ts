import { control, flag, optional, text } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { asked } from "./asked.ts";

/** `POST /control/backup`: a consistent copy of everything durable, while the venue runs. */
export const backup = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/backup",
  summary: "Copy journal, snapshots and history to a directory on the venue's machine",
  answer: control.BackupOutcome,
  parameters: {
    directory: text("Where to; it must be absent or empty.", 4096),
    secrets: optional(flag("Copy master key and credentials too; default false."), false),
  },
  handle: ({ backup }, { directory, secrets }) => asked(backup(directory, { secrets })),
});
