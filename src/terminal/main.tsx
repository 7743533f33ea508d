import "@fontsource/ibm-plex-sans/latin-400.css";
import "@fontsource/ibm-plex-sans/latin-500.css";
import "@fontsource/ibm-plex-sans/latin-600.css";
import "./theme/tokens.css";
import "./theme/base.css";
import "./parts/parts.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { followLooks } from "./theme/settings.ts";

followLooks();
createRoot(document.getElementById("terminal")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
