import "../theme/tokens.css";
import "../theme/base.css";
import "../parts/parts.css";
import "./leaderboard.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { V2Client } from "../../../interface/client/index.ts";
import { addFonts } from "../theme/fonts.ts";
import { followLooks } from "../theme/settings.ts";
import { BoardData } from "./boardData.ts";
import { BoardPage } from "./boardPage.tsx";

followLooks();
addFonts();
const data = new BoardData(new V2Client({ baseUrl: location.origin }));
void data.follow();
createRoot(document.getElementById("terminal")!).render(
  <StrictMode>
    <BoardPage data={data} />
  </StrictMode>,
);
