import { useEffect } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { useDesk } from "../desk/useDesk.ts";
import { AlertsButton } from "../panels/alerts/alerts.tsx";
import { Choice } from "../parts/choice.tsx";
import { Chevron, Keyboard } from "../parts/icons.tsx";
import type { SignIn } from "../session/demoSession.ts";
import { forget } from "../session/rememberedKey.ts";
import { useStore } from "../state/useStore.ts";
import { LooksMenu } from "./looksMenu.tsx";
import { MessagesButton } from "./messages.tsx";

/** How the page changes its account. */
export interface SessionProps {
  /** Accounts that can be chosen without typing. */
  readonly demos: readonly SignIn[];
  readonly onSwitch: (given: SignIn, isPaper: boolean) => void;
  readonly onLeave: () => void;
}

const ACCOUNT = ".header [aria-label^='Account ']";
const MONEY = ".header [aria-label='Money'] [aria-checked=true]";

/**
 * The button that was pressed: a change of account replaces the page, and the same button of the new page
 * gets the focus.
 */
let pressed: string | undefined;

/** Who is signed in, with a real or paper account, and whether the venue is connected. */
export function Header({
  demos,
  onSwitch,
  onLeave,
  onPalette,
}: SessionProps & { readonly onPalette: () => void }) {
  const { signIn, market, messages, isPaper } = useDesk();
  const isLive = useStore(market.isLive);
  const line = useStore(market.line);
  const switchBy = (control: string, to: SignIn, paper: boolean) => {
    pressed = control;
    onSwitch(to, paper);
  };
  useEffect(() => {
    if (pressed !== undefined) document.querySelector<HTMLElement>(pressed)?.focus();
    pressed = undefined;
  }, []);
  return (
    <header className="header">
      <h1 className="brand">Outcry</h1>
      {signIn.isDemo && (
        <span
          className="badge"
          title="Made-up money and simulated prices. The keys shown here belong to this machine alone."
        >
          DEMO
        </span>
      )}
      <MenuTrigger>
        <Button className="button small" aria-label={`Account ${signIn.name}`}>
          {signIn.name} <Chevron />
        </Button>
        <Popover className="popover narrow">
          <Menu
            className="options"
            aria-label="Accounts"
            onAction={(key) => {
              const chosen = demos.find(({ apiKey }) => apiKey === key);
              if (key === "forget") {
                messages.lastRead.forget();
                void forget().then(onLeave);
              } else if (chosen === undefined) onLeave();
              else switchBy(ACCOUNT, chosen, isPaper);
            }}
          >
            {demos.map(({ apiKey, name }) => (
              <MenuItem key={apiKey} id={apiKey} className="option">
                {name}
              </MenuItem>
            ))}
            <MenuItem id="leave" className="option">
              Sign in with a key…
            </MenuItem>
            {!signIn.isDemo && (
              <MenuItem id="forget" className="option">
                Sign out and forget this key
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      <Choice
        label="Money"
        value={isPaper ? "paper" : "real"}
        options={[
          ["real", "Real"],
          ["paper", "Paper"],
        ]}
        onChange={(word) => {
          if ((word === "paper") !== isPaper) switchBy(MONEY, signIn, word === "paper");
        }}
      />
      {isPaper && (
        <span
          className="badge paper-badge"
          title="Simulated money against the real book: nobody else sees these orders"
        >
          PAPER
        </span>
      )}
      <span className="header-gap" />
      <span className={`link-state ${isLive ? "up" : "warn"}`} role="status">
        {isLive ? "Live" : line === "doubtful" ? "Silent" : "Connecting"}
      </span>
      <a href="/docs" className="header-link">
        API
      </a>
      <MessagesButton />
      <AlertsButton />
      <Button className="close" aria-label="Commands" aria-keyshortcuts="Control+K" onPress={onPalette}>
        <Keyboard />
      </Button>
      <LooksMenu />
    </header>
  );
}
