import { Group, Panel as Part, Separator, useDefaultLayout } from "react-resizable-panels";
import { BookPanel } from "../panels/book/book.tsx";
import { ChartPanel } from "../panels/chart/chart.tsx";
import { TapePanel } from "../panels/tape/tape.tsx";
import { TicketPanel } from "../panels/ticket/ticket.tsx";
import { Dock } from "./dock.tsx";

/**
 * Panels beside and above each other; the reader can move the lines between them, and the browser stores the
 * sizes.
 */
export function Floor() {
  const columns = useDefaultLayout({ id: "outcry.columns.1", storage: localStorage });
  const rows = useDefaultLayout({ id: "outcry.rows.1", storage: localStorage });
  const market = useDefaultLayout({ id: "outcry.market.1", storage: localStorage });
  const depth = useDefaultLayout({ id: "outcry.depth.1", storage: localStorage });
  const fixed = "preserve-pixel-size";
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
              <Part id="depth" defaultSize={288} minSize={220} maxSize={480} groupResizeBehavior={fixed}>
                <Group className="group" orientation="vertical" {...depth}>
                  <Part id="book" defaultSize="64" minSize={160}>
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
          <Part id="dock" defaultSize={264} minSize={96} groupResizeBehavior={fixed}>
            <Dock />
          </Part>
        </Group>
      </Part>
      <Line label="Width of the order ticket" />
      <Part id="ticket" defaultSize={296} minSize={264} maxSize={420} groupResizeBehavior={fixed}>
        <TicketPanel />
      </Part>
    </Group>
  );
}

function Line({ label }: { readonly label: string }) {
  return <Separator className="line" aria-label={label} />;
}
