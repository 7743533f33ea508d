import "./narrow.css";
import { useState } from "react";
import {
  Button,
  Dialog,
  Heading,
  Modal,
  ModalOverlay,
  Tab,
  TabList,
  TabPanel,
  Tabs,
} from "react-aria-components";
import { useDesk } from "../desk/useDesk.ts";
import { BookPanel } from "../panels/book/book.tsx";
import { TicketPanel } from "../panels/ticket/ticket.tsx";
import { Cross } from "../parts/icons.tsx";
import { ChartPanel, Dock, TapePanel } from "./laterPanels.tsx";

/** One column: the market as tabs, the account below, and at the thumb two buttons that bring the ticket up. */
export function NarrowFloor() {
  const { draft } = useDesk();
  const [isTicketOpen, setTicketOpen] = useState(false);
  const open = (opens: boolean) => {
    draft.change({ opens });
    setTicketOpen(true);
  };
  return (
    <div className="narrow-floor">
      <Tabs className="tabs narrow-market">
        <TabList className="tab-list" aria-label="Market">
          <Tab id="chart" className="tab">
            Chart
          </Tab>
          <Tab id="book" className="tab">
            Book
          </Tab>
          <Tab id="tape" className="tab">
            Trades
          </Tab>
        </TabList>
        <TabPanel id="chart" className="tab-panel">
          <ChartPanel />
        </TabPanel>
        <TabPanel id="book" className="tab-panel">
          <BookPanel />
        </TabPanel>
        <TabPanel id="tape" className="tab-panel">
          <TapePanel />
        </TabPanel>
      </Tabs>
      <div className="narrow-dock">
        <Dock />
      </div>
      <div className="thumb-bar">
        <Button className="button tall primary" onPress={() => open(true)}>
          Open
        </Button>
        <Button className="button tall" onPress={() => open(false)}>
          Close
        </Button>
      </div>
      <ModalOverlay
        className="veil sheet-veil"
        isDismissable
        isOpen={isTicketOpen}
        onOpenChange={setTicketOpen}
      >
        <Modal className="sheet">
          <Dialog className="sheet-dialog">
            <header className="dialog-head">
              <Heading slot="title">Order</Heading>
              <Button className="close" aria-label="Close" onPress={() => setTicketOpen(false)}>
                <Cross />
              </Button>
            </header>
            <TicketPanel />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </div>
  );
}
