import "@fontsource/ibm-plex-sans/latin-400.css";
import "@fontsource/ibm-plex-sans/latin-500.css";
import "@fontsource/ibm-plex-sans/latin-600.css";
import "../theme/tokens.css";
import "../theme/base.css";
import "../parts/parts.css";
import "../layout/workspace.css";
import "./operator.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followLooks } from "../theme/settings.ts";
import { OperatorApp } from "./operatorApp.tsx";

followLooks();
createRoot(document.getElementById("terminal")!).render(
  <StrictMode>
    <OperatorApp />
  </StrictMode>,
);
