import { useEffect } from "react";
import { useDesk } from "../../desk/useDesk.ts";
import { useStore } from "../../state/useStore.ts";
import { RequestTable } from "./requestTable.tsx";

/**
 * The requests of programs with this key, with the venue's answers: accepted, or refused with reason and
 * remedy.
 */
export function BotRequests() {
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
