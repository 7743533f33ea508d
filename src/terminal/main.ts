import "@fontsource/ibm-plex-sans/latin-400.css";
import "@fontsource/ibm-plex-sans/latin-500.css";
import "@fontsource/ibm-plex-sans/latin-600.css";
import "./theme/tokens.css";
import "./theme/base.css";
import "./parts/parts.css";
import { openSession } from "./session/opening.ts";
import { followLooks } from "./theme/settings.ts";

followLooks();
const place = document.getElementById("terminal")!;
const waiting = document.createElement("p");
waiting.className = "wait";
waiting.textContent = "Looking for the venue…";
place.append(waiting);

// The venue is asked while the code that draws the page, which is most of it, is still loading: this file imports
// none of it.
const opening = openSession();
void import("./page.tsx").then(async ({ showPage }) => showPage(place, await opening));
