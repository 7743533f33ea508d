import { useState } from "react";
import { dateTime } from "../../../format/time.ts";
import { Toggle } from "../../../parts/choice.tsx";
import { DialogButton } from "../../../parts/dialog.tsx";
import { SendButton } from "../../../parts/sending.tsx";
import { useAnswer, useOperator } from "../../desk/useOperator.ts";
import { ConfirmButton } from "../../parts/confirm.tsx";
import { TextInput } from "../../parts/fields.tsx";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";

/** Saved states of the market, and the ways to return to one, start over, or stop. */
export function States() {
  const desk = useOperator();
  const { data: states, failure } = useAnswer("GET states", {});
  const { control } = desk;
  return (
    <Section
      title="States"
      failure={failure}
      aside={
        <span className="actions">
          <DialogButton label="Save…" title="Save the market as it is">
            {(close) => <SaveForm onDone={close} />}
          </DialogButton>
          <DialogButton label="Back up…" title="Copy everything durable">
            {(close) => <BackupForm onDone={close} />}
          </DialogButton>
          <DialogButton label="Bundle…" title="What somebody needs who was not there">
            {(close) => <BundleForm onDone={close} />}
          </DialogButton>
          <ConfirmButton
            label="Start over"
            title="Let the market start over"
            word="start over"
            send={() => desk.act("The market started over", () => control.call("POST reset"))}
          >
            Everything that happened is deleted; accounts, keys and addresses stay.
          </ConfirmButton>
          <ConfirmButton
            label="Stop"
            title="Stop the venue"
            word="stop"
            send={() => desk.act("The venue stops", () => control.call("POST stop"))}
          >
            It answers what is under way, takes a snapshot and ends. This page cannot start it again.
          </ConfirmButton>
        </span>
      }
    >
      <Table
        name="Saved states"
        isBare
        rows={states}
        idOf={({ name }) => name}
        empty="No state is saved. A saved state is the whole market, history and all, to go back to."
        columns={[
          { title: "Name", text: ({ name }) => name },
          { title: "Command", isNumber: true, text: (state) => ("seq" in state ? String(state.seq) : "") },
          { title: "Market time", text: (state) => ("time" in state ? dateTime(state.time) : "damaged") },
          {
            title: "Go back",
            text: () => "",
            cell: ({ name }) => (
              <ConfirmButton
                label="Go back"
                name={`Go back to ${name}`}
                title={`Go back to ${name}`}
                word={name}
                send={() =>
                  desk.act(`The market is as in ${name}`, () => control.call("POST reset", { to: name }))
                }
              >
                What happened since is deleted.
              </ConfirmButton>
            ),
          },
        ]}
      />
    </Section>
  );
}

function SaveForm({ onDone }: { readonly onDone: () => void }) {
  const desk = useOperator();
  const [name, setName] = useState("");
  return (
    <div className="op-form">
      <TextInput label="Name" value={name} onChange={setName} note="A state of that name is replaced." />
      <SendButton
        label="Save"
        isDisabled={name === ""}
        send={() => desk.act(`Saved as ${name}`, () => desk.control.call("POST states/save", { name }))}
        onSent={onDone}
      />
    </div>
  );
}

function BackupForm({ onDone }: { readonly onDone: () => void }) {
  const desk = useOperator();
  const [directory, setDirectory] = useState("");
  const [secrets, setSecrets] = useState(false);
  return (
    <div className="op-form">
      <TextInput
        label="Directory on the venue's machine"
        value={directory}
        onChange={setDirectory}
        note="Absent or empty. Journal, snapshots and history."
      />
      <Toggle isSelected={secrets} onChange={setSecrets}>
        Master key and credentials, too: whoever has the copy has every account
      </Toggle>
      <SendButton
        label="Back up"
        isDisabled={directory === ""}
        send={() =>
          desk.act(`Copied to ${directory}`, () => desk.control.call("POST backup", { directory, secrets }))
        }
        onSent={onDone}
      />
    </div>
  );
}

function BundleForm({ onDone }: { readonly onDone: () => void }) {
  const desk = useOperator();
  const [directory, setDirectory] = useState("");
  return (
    <div className="op-form">
      <TextInput
        label="Directory on the venue's machine"
        value={directory}
        onChange={setDirectory}
        note="Journal, the last requests and a timeline of both, without secrets. A directory that is there gets a number behind its name."
      />
      <SendButton
        label="Leave the bundle"
        isDisabled={directory === ""}
        send={async () => {
          let left = directory;
          const refusal = await desk.act("The bundle is there", async () => {
            left = (await desk.control.call("POST bundle", { directory })).directory;
          });
          if (refusal === undefined) desk.notices.add("good", `It is in ${left}`);
          return refusal;
        }}
        onSent={onDone}
      />
    </div>
  );
}
