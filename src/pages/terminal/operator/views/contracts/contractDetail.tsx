import { useState } from "react";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { RISK_OPTIONS, RISK_TITLES, type RiskOption } from "../../../../../interface/client/index.ts";
import { short } from "../../../format/decimal.ts";
import { dateTime } from "../../../format/time.ts";
import { Choice } from "../../../parts/choice.tsx";
import { SendButton } from "../../../parts/sending.tsx";
import { useOperator } from "../../desk/useOperator.ts";
import { ConfirmButton } from "../../parts/confirm.tsx";
import { PickField, TextInput } from "../../parts/fields.tsx";
import { Section } from "../../parts/section.tsx";
import { CarryingForm } from "./carryingForm.tsx";
import { Tiers } from "./tiers.tsx";

const STATUSES = [
  ["trading", "Trading"],
  ["cancel-only", "Cancel only"],
  ["halted", "Halted"],
] as const;

const TERMS = [
  ["takerRate", "Taker fee"],
  ["makerRate", "Maker fee"],
  ["liquidationFeeRate", "Liquidation fee"],
  ["bandBuyRate", "Band above the mark"],
  ["bandSellRate", "Band below the mark"],
  ["triggerProtectRate", "Last to mark, protected triggers"],
  ["leverageMin", "Smallest leverage"],
  ["leverageMax", "Greatest leverage"],
  ["leverageDefault", "Leverage of who sets none"],
  ["orderLotsMin", "Smallest order, lots"],
  ["orderLotsMax", "Largest order, lots"],
  ["marketOpenLotsMax", "Largest market order that opens, lots"],
  ["marketLotsMax", "Largest order at market, lots; 0: as any"],
  ["notionalMinUnits", "Smallest value that opens, USDT; 0: none"],
  ["positionLotsMax", "Largest position, lots"],
  ["openOrdersMax", "Resting orders of one account"],
  ["fundingIntervalMs", "Funding every, ms"],
  ["fundingOffsetMs", "When in the interval, ms"],
  ["interestRate", "Interest part of funding"],
  ["fundingClampRate", "How far funding follows the premium"],
  ["fundingCapRate", "Largest funding"],
] as const;

/** Terms that are yes or no. */
const FLAGS = [
  ["apiTradable", "Clients may trade it"],
  ["orphanTriggersKeep", "TP and SL outlive their position"],
  ["separatedCloseFifo", "A close that names no position takes the oldest"],
] as const;
const YES_NO = [
  ["true", "yes"],
  ["false", "no"],
] as const;

const METHODS = [
  ["mean-basis", "mean basis"],
  ["exponential-basis", "exponential basis"],
  ["median-of-three", "median of three"],
] as const;

/** A contract with every action on it. */
export function ContractDetail({ contract }: { readonly contract: answers.ContractView }) {
  const { symbol, status, delistedAt } = contract;
  const desk = useOperator();
  const { control } = desk;
  return (
    <>
      <Section
        title={symbol}
        aside={
          status !== "delisted" && (
            <span className="actions">
              <Choice
                label={`Status of ${symbol}`}
                value={delistedAt === null ? status : "delisted"}
                options={STATUSES}
                onChange={(next) => {
                  if (next !== status || delistedAt !== null)
                    void desk.press(`${symbol} is ${next}`, () =>
                      control.call("POST contracts/status", { symbol, status: next }),
                    );
                }}
              />
              <ConfirmButton
                label="Delist…"
                name={`Delist ${symbol}`}
                title={`Delist ${symbol}`}
                word={symbol}
                send={() =>
                  desk.act(`${symbol} is to be delisted in a day of market time`, () =>
                    control.call("POST contracts/status", { symbol, status: "delisted" }),
                  )
                }
              >
                After a notice of a day what rests is canceled and every position settled at the index. Until
                then another status takes the notice back.
              </ConfirmButton>
            </span>
          )
        }
      >
        <p className="op-pad muted">
          Tick {contract.tick}, lot {contract.lot}, funding every {contract.fundingIntervalMs / 3_600_000} h,
          leverage {short(contract.leverageMin)} to {short(contract.leverageMax)}
          {delistedAt !== null && (
            <span className="warn">; delisted at {dateTime(Date.parse(delistedAt))} UTC</span>
          )}
        </p>
      </Section>
      {status !== "delisted" && (
        <>
          <Tiers contract={contract} />
          <Risk contract={contract} />
          <Terms contract={contract} />
          <Mark contract={contract} />
        </>
      )}
    </>
  );
}

/** How the contract deals with risk; who would be in breach is shown before anything is changed. */
function Risk({ contract: { symbol, riskRule } }: { readonly contract: answers.ContractView }) {
  const { control } = useOperator();
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const present: Readonly<Record<string, string>> = riskRule;
  const changed = Object.entries(chosen).filter(([name, word]) => present[name] !== word);
  const change = Object.fromEntries(changed);
  return (
    <Section title="Risk">
      <CarryingForm
        symbol={symbol}
        change={change}
        isSame={changed.length === 0}
        send={(manner) => control.call("POST contracts/risk", { symbol, ...change, ...manner })}
        takesNewOnly
        onDone={() => setChosen({})}
      >
        <div className="op-form op-flow">
          {(Object.keys(RISK_OPTIONS) as RiskOption[]).map((name) => (
            <PickField
              key={name}
              label={RISK_TITLES[name]}
              value={chosen[name] ?? riskRule[name] ?? RISK_OPTIONS[name][0]}
              options={RISK_OPTIONS[name].map((word) => [word, word] as const)}
              onChange={(word) => setChosen({ ...chosen, [name]: word })}
            />
          ))}
        </div>
      </CarryingForm>
    </Section>
  );
}

function Terms({ contract }: { readonly contract: answers.ContractView }) {
  const { control } = useOperator();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const { symbol } = contract;
  const changed = [...TERMS, ...FLAGS].flatMap(([name]) => {
    const text = typed[name]?.trim();
    return text === undefined || text === String(contract[name]) ? [] : [[name, text] as const];
  });
  const change = Object.fromEntries(changed);
  return (
    <Section title="Terms">
      <CarryingForm
        symbol={symbol}
        change={change}
        isSame={changed.length === 0}
        send={(manner) => control.call("POST contracts/change", { symbol, ...change, ...manner })}
        onDone={() => setTyped({})}
      >
        <div className="op-form op-flow">
          {TERMS.map(([name, label]) => (
            <TextInput
              key={name}
              label={label}
              value={typed[name] ?? String(contract[name])}
              onChange={(text) => setTyped({ ...typed, [name]: text })}
              isDecimal
            />
          ))}
          {FLAGS.map(([name, label]) => (
            <PickField<string>
              key={name}
              label={label}
              value={typed[name] ?? String(contract[name])}
              options={YES_NO}
              onChange={(text) => setTyped({ ...typed, [name]: text })}
            />
          ))}
        </div>
      </CarryingForm>
    </Section>
  );
}

function Mark({ contract: { symbol, markRule } }: { readonly contract: answers.ContractView }) {
  const desk = useOperator();
  const [method, setMethod] = useState(markRule.method);
  const [window, setWindow] = useState(String(markRule.window));
  const [boundRate, setBoundRate] = useState(markRule.boundRate);
  const [impactUnits, setImpactUnits] = useState(String(markRule.impactUnits));
  return (
    <Section title="Mark price">
      <div className="op-form op-flow">
        <PickField label="What is added to the index" value={method} options={METHODS} onChange={setMethod} />
        <TextInput label="Samples remembered" value={window} onChange={setWindow} isDecimal />
        <TextInput label="Bound around the index" value={boundRate} onChange={setBoundRate} isDecimal />
        <TextInput
          label="Notional that a side must hold, USDT"
          value={impactUnits}
          onChange={setImpactUnits}
          isDecimal
        />
        <SendButton
          label="Set the mark's rule"
          send={() =>
            desk.act(`The mark of ${symbol} is made by ${method}`, () =>
              desk.control.call("POST contracts/mark", { symbol, method, window, boundRate, impactUnits }),
            )
          }
          onSent={() => undefined}
        />
      </div>
    </Section>
  );
}
