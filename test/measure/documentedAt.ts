/**
 * `node test/measure/documentedAt.ts COMMIT > test/documented.txt`: what docs/reference told at a commit.
 */
import { asText, documentedIn } from "./documented.ts";
import { isPage } from "./pages.ts";
import { readSources } from "./sources.ts";

process.stdout.write(asText(documentedIn(readSources(process.argv[2], isPage))));
