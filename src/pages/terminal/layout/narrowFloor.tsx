import "./narrow.css";
import { useEffect, useState } from "react";
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
import { useDesk, useIsOneWay } from "../desk/useDesk.ts";
import { BookPanel } from "../panels/book/book.tsx";
import { ChartPanel } from "../panels/chart/chart.tsx";
import { TapePanel } from "../panels/tape/tape.tsx";
import { TicketPanel } from "../panels/ticket/ticket.tsx";
import { Cross } from "../parts/icons.tsx";
import { Dock } from "./dock.tsx";

/**
 * A page lower than this has no room for two things above each other: a screen at 200 %, a phone held
 * sideways. CSS pixels.
 */
const LOW_PX = 600;

/**
 * One column: the market as tabs, the account below it (on a low page as a tab beside them), and at the
 * bottom, in reach of the thumb, two buttons that open the ticket.
 */
export function NarrowFloor() {
  const { draft } = useDesk();
  const isOneWay = useIsOneWay();
  const [isTicketOpen, setTicketOpen] = useState(false);
  const isLow = useIsLow();
  const open = (opens: boolean) => {
    draft.change({ opens });
    setTicketOpen(true);
  };
  return (
    <div className={isLow ? "narrow-floor low" : "narrow-floor"}>
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
          {isLow && (
            <Tab id="account" className="tab">
              Account
            </Tab>
          )}
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
        {isLow && (
          <TabPanel id="account" className="tab-panel">
            <Dock />
          </TabPanel>
        )}
      </Tabs>
      {!isLow && (
        <div className="narrow-dock">
          <Dock />
        </div>
      )}
      <div className="thumb-bar">
        <Button className="button tall primary" onPress={() => open(true)}>
          {isOneWay ? "Buy or sell" : "Open"}
        </Button>
        <Button className="button tall" onPress={() => open(false)}>
          {isOneWay ? "Reduce" : "Close"}
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

function useIsLow(): boolean {
  const [isLow, setLow] = useState(() => innerHeight < LOW_PX);
  useEffect(() => {
    const look = () => setLow(innerHeight < LOW_PX);
    addEventListener("resize", look);
    return () => removeEventListener("resize", look);
  }, []);
  return isLow;
}
