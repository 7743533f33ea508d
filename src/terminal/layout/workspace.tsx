import "./workspace.css";
import { useEffect, useState } from "react";
import { Group, Panel as Part, Separator, useDefaultLayout } from "react-resizable-panels";
import { useContract, useDesk } from "../desk/useDesk.ts";
import { dressed } from "../format/decimal.ts";
import { BookPanel } from "../panels/book/book.tsx";
import { ChartPanel } from "../panels/chart/chart.tsx";
import { SymbolBar } from "../panels/symbolBar/symbolBar.tsx";
import { TapePanel } from "../panels/tape/tape.tsx";
import { TicketPanel } from "../panels/ticket/ticket.tsx";
import type { SignIn } from "../session/demoSession.ts";
import { Dock } from "./dock.tsx";
import { Header } from "./header.tsx";
import { Notices } from "./notices.tsx";

export interface WorkspaceProps {
  /** Accounts to choose from without typing. */
  readonly demos: readonly SignIn[];
  readonly onSwitch: (given: SignIn) => Promise<void>;
  readonly onLeave: () => void;
}

/** The page of somebody who is signed in. */
export function Workspace(props: WorkspaceProps) {
  useTitle();
  return (
    <div className="workspace">
      <Header {...props} />
      <SymbolBar />
      <main className="floor">
        <Floor />
      </main>
      <Notices />
    </div>
  );
}

/** Panels beside and above each other; the reader moves the lines between them, and this browser remembers. */
function Floor() {
  const columns = useDefaultLayout({ id: "outcry.columns.1", storage: localStorage });
  const rows = useDefaultLayout({ id: "outcry.rows.1", storage: localStorage });
  const market = useDefaultLayout({ id: "outcry.market.1", storage: localStorage });
  const depth = useDefaultLayout({ id: "outcry.depth.1", storage: localStorage });
  return (
    <Group className="group" orientation="horizontal" {...columns}>
      <Part id="left" minSize={480}>
        <Group className="group" orientation="vertical" {...rows}>
          <Part id="top" minSize={240}>
            <Group className="group" orientation="horizontal" {...market}>
              <Part id="chart" minSize={280}>
                <ChartPanel />
              </Part>
              <Line label="Width of chart and order book" />
              <Part
                id="depth"
                defaultSize={300}
                minSize={200}
                maxSize={480}
                groupResizeBehavior="preserve-pixel-size"
              >
                <Group className="group" orientation="vertical" {...depth}>
                  <Part id="book" defaultSize="62" minSize={160}>
                    <BookPanel />
                  </Part>
                  <Line label="Height of order book and trades" />
                  <Part id="tape" minSize={80}>
                    <TapePanel />
                  </Part>
                </Group>
              </Part>
            </Group>
          </Part>
          <Line label="Height of chart and lists" />
          <Part id="dock" defaultSize={280} minSize={96} groupResizeBehavior="preserve-pixel-size">
            <Dock />
          </Part>
        </Group>
      </Part>
      <Line label="Width of the order ticket" />
      <Part
        id="ticket"
        defaultSize={304}
        minSize={264}
        maxSize={420}
        groupResizeBehavior="preserve-pixel-size"
      >
        <TicketPanel />
      </Part>
    </Group>
  );
}

function Line({ label }: { readonly label: string }) {
  return <Separator className="line" aria-label={label} />;
}

/** The price in the title, once a second: it can be read while another page is in front. */
function useTitle(): void {
  const { market } = useDesk();
  const { name } = useContract();
  const [title, setTitle] = useState("Outcry");
  useEffect(() => {
    const timer = setInterval(() => {
      const last = market.ticker.value?.lastPrice;
      setTitle(last === undefined ? `${name} · Outcry` : `${dressed(last)} ${name} · Outcry`);
    }, 1_000);
    return () => clearInterval(timer);
  }, [market, name]);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
