import "./connect.css";
import { type ReactNode, useEffect, useState } from "react";
import { Button, Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import type { Dialect } from "../../../../interface/wire/dialects.ts";
import { useContract, useDesk } from "../../desk/useDesk.ts";
import { healthOf } from "../../market/health.ts";
import { Choice, Toggle } from "../../parts/choice.tsx";
import { Copy, Tick } from "../../parts/icons.tsx";
import { useStore } from "../../state/useStore.ts";
import { RequestTable } from "./requestTable.tsx";
import { programDialects, type Snippet, snippets } from "./snippets.ts";

/** How old an answer may be that says which dialects are served, ms: they never change while a venue runs. */
const SERVED_MS = 3_600_000;

/** "Connect your bot": a program to start from, and below it the venue's answers to its requests. */
export function Connect() {
  const { baseUrl, signIn } = useDesk();
  const { symbol } = useContract();
  const [isOpen, setOpen] = useState(signIn.isDemo);
  const [dialect, setDialect] = useState<Dialect>("v2");
  const served = useServed();
  const all = snippets(dialect, baseUrl, signIn, symbol, isOpen);
  return (
    <div className="connect">
      <div className="connect-code">
        {served.length > 1 && (
          <Choice
            label="Dialect"
            value={dialect}
            options={served.map((each) => [each, each])}
            onChange={setDialect}
          />
        )}
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

/** The dialects that are served and that there are programs of. */
function useServed(): readonly Dialect[] {
  const { baseUrl } = useDesk();
  const [served, setServed] = useState<readonly Dialect[]>([]);
  useEffect(() => {
    const showDialects = (dialects: readonly Dialect[]) =>
      setServed(programDialects.filter((each) => dialects.includes(each)));
    healthOf(baseUrl, SERVED_MS).then(
      (health) => showDialects(health.dialects),
      () => undefined, // the venue is away, and the page says so
    );
  }, [baseUrl]);
  return served;
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

/**
 * The requests of programs with this key, with the venue's answers: accepted, or refused with reason and
 * remedy.
 */
function BotRequests() {
  const desk = useDesk();
  const rows = useStore(desk.requests.rows);
  useEffect(() => desk.requests.follow(), [desk]);
  return (
    <section className="bot-requests" aria-label="Requests of your programs">
      <h3>Requests of your programs</h3>
      {rows.length === 0 ? (
        <p className="empty">
          Waiting for the first signed request with the key of {desk.signIn.name}. It shows here within two
          seconds, accepted or refused, and why.
        </p>
      ) : (
        <RequestTable rows={rows} />
      )}
    </section>
  );
}
