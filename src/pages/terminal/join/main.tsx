import "../theme/tokens.css";
import "../theme/base.css";
import "../parts/parts.css";
import "../panels/connect/connect.css";
import "./join.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { addFonts } from "../theme/fonts.ts";
import { followLooks } from "../theme/settings.ts";
import { JoinPage } from "./joinPage.tsx";

followLooks();
addFonts();
// A code in the address is taken out of it, so that no history and no screen shows it any longer.
const code = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
createRoot(document.getElementById("terminal")!).render(
  <StrictMode>
    <JoinPage code={code} />
  </StrictMode>,
);
