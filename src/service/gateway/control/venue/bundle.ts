import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as declared from "../../../../interface/wire/control/operations/venue.ts";
import { WireError } from "../../../../interface/wire/index.ts";
import { OWNER_FILE } from "../../../../kernel/host/ownerOnly.ts";
import { ENTRIES_MAX } from "../../requestLog/requestLog.ts";
import { entriesOf } from "../journal/entries.ts";
import { directoryOf } from "../journal/shownRecord.ts";
import { controlOperation } from "../operation.ts";
import { timeline } from "./timeline.ts";
import { withRefusals } from "./venue.ts";

/** The most bundles of one name, which a test that fails again and again may make. */
const SAME_NAME_MAX = 1_000;

/**
 * `POST /control/bundle`: files by which somebody can find out later what happened. `data` is a backup
 * without secrets, which `outcry audit --journal` examines; `requests.ndjson` has the last requests,
 * `timeline.txt` the last requests, commands and events as text. Answers `{directory, seq}`.
 */
export const bundle = controlOperation(
  declared.bundle,
  async (
    { venue: { backup }, engine, records: { journal }, clients: { requestLog } },
    { directory: wanted },
  ) => {
    const directory = freeDirectory(wanted);
    const { headSeq } = await withRefusals(backup(join(directory, "data"), { secrets: false }));
    const named = await directoryOf(engine); // accounts and contracts as records show them
    const entries = journal.frames.flatMap((frame) => entriesOf(frame, {}, named));
    const { entries: requests } = requestLog.read({ limit: ENTRIES_MAX });
    const names = new Map([...named.accounts.values()].map(({ account, name }) => [account, name]));
    const lines = requests.map((request) => `${JSON.stringify(request)}\n`);
    await writeFile(join(directory, "requests.ndjson"), lines.join(""), OWNER_ONLY);
    await writeFile(join(directory, "timeline.txt"), timeline(entries, requests, names), OWNER_ONLY);
    return { directory, seq: headSeq };
  },
);

const OWNER_ONLY = { mode: OWNER_FILE };

function freeDirectory(wanted: string): string {
  if (!existsSync(wanted)) return wanted;
  for (let number = 2; number <= SAME_NAME_MAX; number++) {
    const next = `${wanted}-${number}`;
    if (!existsSync(next)) return next;
  }
  throw new WireError("refused", `there are ${SAME_NAME_MAX} bundles of the name ${wanted} already`);
}
