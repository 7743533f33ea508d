import "./theme/tokens.css";
import "./theme/base.css";
import "./parts/parts.css";
import { showFirstPicture } from "./opening/firstPicture.ts";
import { openSession } from "./session/opening.ts";
import { followLooks } from "./theme/settings.ts";

followLooks();
const place = document.getElementById("terminal")!;

// Name, price and candles come first, by code that is small; what draws the whole page, which is most of it,
// is loaded when they stand, and so is what the page does not show before.
const drawn = Promise.withResolvers<void>();
const { market, opening } = openSession(drawn.promise);
await showFirstPicture(place, market);
drawn.resolve();
const [{ showPage }, opened] = await Promise.all([import("./page.tsx"), opening]);
showPage(place, opened);
