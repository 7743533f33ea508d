import { type ReactNode, useState } from "react";
import { Button } from "react-aria-components";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { sentenceOf } from "../../../format/failure.ts";
import { SendButton } from "../../../parts/sending.tsx";
import { hrefOf } from "../../desk/place.ts";
import { useNameOf, useOperator } from "../../desk/useOperator.ts";
import { amountText } from "../../explain/amount.ts";
import { Figure } from "../../explain/figure.tsx";
import { Table } from "../../parts/table.tsx";

interface Preview {
  /** The change that was asked about, so that its answer is not shown beside another choice. */
  readonly of: string;
  readonly breaches: readonly answers.Breach[];
}

/**
 * How a change is sent: as a preview, despite breaches, or for new positions only; none of these: as it is.
 */
export interface ChangeMode {
  readonly preview?: true;
  readonly anyway?: true;
  readonly newOnly?: true;
}

/** A change that may put accounts in breach: previewed, then done, for all or for new positions only. */
export function CarryingForm({
  symbol,
  change,
  isSame,
  send,
  takesNewOnly = false,
  onDone,
  children,
}: {
  readonly symbol: string;
  /** The fields that differ from the present ones. */
  readonly change: object;
  /** Whether nothing differs. */
  readonly isSame: boolean;
  /** Asks the venue for the change. */
  readonly send: (manner: ChangeMode) => Promise<answers.ContractChanged | answers.RiskRuleSet>;
  readonly takesNewOnly?: boolean;
  readonly onDone: () => void;
  readonly children: ReactNode;
}) {
  const desk = useOperator();
  const nameOf = useNameOf();
  const [preview, setPreview] = useState<Preview>();
  const [failure, setFailure] = useState<string>();
  const of = JSON.stringify(change);
  const ask = async () => {
    setFailure(undefined);
    try {
      const answer = await send({ preview: true });
      setPreview({ of, breaches: "breaches" in answer ? answer.breaches : [] });
    } catch (error) {
      setFailure(sentenceOf(error));
    }
  };
  const apply = (manner: ChangeMode) => desk.act(`${symbol} is changed`, () => send(manner));
  const done = () => {
    setPreview(undefined);
    onDone();
  };
  const shown = preview?.of === of ? preview : undefined;
  return (
    <div className="op-carrying">
      {children}
      <div className="op-form op-apply">
        <Button className="button tall" isDisabled={isSame} onPress={() => void ask()}>
          Preview
        </Button>
        <SendButton label="Apply" isDisabled={isSame} send={() => apply({})} onSent={done} />
        {takesNewOnly && (
          <SendButton
            label="For new positions only"
            isDisabled={isSame}
            send={() => apply({ newOnly: true })}
            onSent={done}
          />
        )}
      </div>
      {failure !== undefined && (
        <p className="refusal danger" role="alert">
          {failure}
        </p>
      )}
      {shown !== undefined && (
        <div role="status">
          <p className="op-pad">
            {shown.breaches.length === 0
              ? "Nobody would be in breach."
              : `${shown.breaches.length} would be in breach, and liquidated at once:`}
          </p>
          {shown.breaches.length > 0 && (
            <>
              <Table
                name="Who would be in breach"
                isBare
                rows={shown.breaches}
                idOf={({ account, position }) => `${account}-${position ?? 0}`}
                empty=""
                columns={[
                  {
                    title: "Account",
                    text: ({ account }) => nameOf(account),
                    cell: ({ account }) => (
                      <a href={hrefOf("accounts", nameOf(account))}>{nameOf(account)}</a>
                    ),
                  },
                  {
                    title: "What",
                    text: ({ position }) => (position === null ? "shared margin" : `position ${position}`),
                  },
                  {
                    title: "Equity",
                    isNumber: true,
                    text: ({ equity }) => equity,
                    cell: ({ account, equity }) => (
                      <Figure account={nameOf(account)} name="equity" value={equity} />
                    ),
                  },
                  amount("Would need", ({ requirement }) => requirement),
                  {
                    title: "Needs now",
                    isNumber: true,
                    text: ({ requirementNow }) => requirementNow,
                    cell: ({ account, requirementNow }) => (
                      <Figure account={nameOf(account)} name="requirement" value={requirementNow} />
                    ),
                  },
                ]}
              />
              <div className="op-form op-apply">
                <SendButton
                  label="Apply anyway, and liquidate them"
                  tone="short"
                  send={() => apply({ anyway: true })}
                  onSent={done}
                />
              </div>
            </>
          )}
        </div>
      )}
    </div>
  );
}

function amount(title: string, text: (row: answers.Breach) => string) {
  return { title, isNumber: true, text, cell: (row: answers.Breach) => amountText(text(row)) };
}
