import regular from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2";
import strong from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2";

const WEIGHTS = { 400: regular, 600: strong };

/**
 * Has one family for words and figures. A weight is fetched when something is written in it; until then the
 * system's font stands there, as it does before this is called.
 */
export function addFonts(): void {
  for (const [weight, address] of Object.entries(WEIGHTS))
    document.fonts.add(new FontFace("IBM Plex Sans", `url(${address})`, { weight, display: "swap" }));
}
