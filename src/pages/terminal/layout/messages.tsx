import { Button } from "react-aria-components";
import type { Message } from "../account/messages.ts";
import { unreadOf } from "../account/messages.ts";
import { useDesk } from "../desk/useDesk.ts";
import { dateTime } from "../format/time.ts";
import { DialogButton } from "../parts/dialog.tsx";
import { Envelope } from "../parts/icons.tsx";
import { useStore } from "../state/useStore.ts";

/** The operator's latest message to the account's owner, until it was read. */
export function UnreadMessage() {
  const { messages } = useDesk();
  const all = useStore(messages.all);
  const unread = unreadOf(all, useStore(messages.lastRead));
  const [latest] = unread;
  if (latest === undefined) return null;
  const others = unread.length - 1;
  return (
    <p className="warnings" role="status">
      <span>
        The operator, {dateTime(latest.time)} UTC: {latest.text}
        {others > 0 && ` (and ${others} more, under Messages)`}
      </span>{" "}
      <Button className="link" onPress={() => messages.read()}>
        Read
      </Button>
    </p>
  );
}

/** Opens all messages of the operator; nothing where there are none. */
export function MessagesButton() {
  const { messages } = useDesk();
  const all = useStore(messages.all);
  if (all.length === 0) return null;
  return (
    <DialogButton label={<Envelope />} name="Messages" title="Messages" className="close">
      {() => <List all={all} />}
    </DialogButton>
  );
}

function List({ all }: { readonly all: readonly Message[] }) {
  return (
    <ul className="message-list" aria-label="Messages of the operator">
      {all.map(({ id, time, text }) => (
        <li key={id}>
          <span className="muted">{dateTime(time)} UTC</span>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
