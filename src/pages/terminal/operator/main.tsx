import "../theme/tokens.css";
import "../theme/base.css";
import "../parts/parts.css";
import "../layout/workspace.css";
import "./operator.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { addFonts } from "../theme/fonts.ts";
import { followLooks } from "../theme/settings.ts";
import { OperatorApp } from "./operatorApp.tsx";

followLooks();
addFonts();
createRoot(document.getElementById("terminal")!).render(
  <StrictMode>
    <OperatorApp />
  </StrictMode>,
);
