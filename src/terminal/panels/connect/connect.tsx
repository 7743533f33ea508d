import "./connect.css";
import { type ReactNode, useState } from "react";
import { Button, Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { useContract, useDesk } from "../../desk/useDesk.ts";
import { Copy, Tick } from "../../parts/icons.tsx";
import { Toggle } from "../../parts/toggle.tsx";
import { BotRequests } from "./botRequests.tsx";
import { type Snippet, snippets } from "./snippets.ts";

/** "Connect your bot": a program to start from, and below it the venue's answers to its requests. */
export function Connect() {
  const { baseUrl, signIn } = useDesk();
  const { symbol } = useContract();
  const [isOpen, setOpen] = useState(signIn.isDemo);
  const all = snippets(baseUrl, signIn, symbol, isOpen);
  return (
    <div className="connect">
      <div className="connect-code">
        <Tabs className="tabs" aria-label="Language">
          <TabList className="tab-list" aria-label="Language">
            {all.map(({ id, name }) => (
              <Tab key={id} id={id} className="tab">
                {name}
              </Tab>
            ))}
          </TabList>
          {all.map((snippet) => (
            <TabPanel key={snippet.id} id={snippet.id} className="tab-panel">
              <Program snippet={snippet}>
                {!signIn.isDemo && (
                  <Toggle isSelected={isOpen} onChange={setOpen}>
                    Show my secret
                  </Toggle>
                )}
              </Program>
            </TabPanel>
          ))}
        </Tabs>
      </div>
      <BotRequests />
    </div>
  );
}

function Program({
  snippet: { name, run, code },
  children,
}: {
  readonly snippet: Snippet;
  /** What changes the program. */
  readonly children: ReactNode;
}) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <>
      <div className="program-head">
        <span className="muted">{run}</span>
        {children}
        <Button className="button small" onPress={() => void copy()} aria-label={`Copy the ${name} program`}>
          {isCopied ? <Tick /> : <Copy />} {isCopied ? "Copied" : "Copy"}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="program" tabIndex={0} aria-label={`${name} program`}>
        <pre>{code}</pre>
      </section>
    </>
  );
}
