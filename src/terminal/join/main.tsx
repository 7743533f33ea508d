import "@fontsource/ibm-plex-sans/latin-400.css";
import "@fontsource/ibm-plex-sans/latin-500.css";
import "@fontsource/ibm-plex-sans/latin-600.css";
import "../theme/tokens.css";
import "../theme/base.css";
import "../parts/parts.css";
import "../panels/connect/connect.css";
import "./join.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followLooks } from "../theme/settings.ts";
import { JoinPage } from "./joinPage.tsx";

followLooks();
// A code in the address is taken out of it, so that no history and no screen shows it any longer.
const code = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
createRoot(document.getElementById("terminal")!).render(
  <StrictMode>
    <JoinPage code={code} />
  </StrictMode>,
);
