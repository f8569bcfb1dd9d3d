import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import type { Clock } from "../data.ts";
import { RECEIPT_MESSAGES as MESSAGES } from "../messages.ts";
import { endText, usedText } from "./clock-text.ts";
import { describeStretches, type Line, type Reading } from "./lines.ts";

/** How a clock ran, stretch by stretch, and the sum. */
export function StretchTable({ clock, reading }: { clock: Clock; reading: Reading }) {
  const [unfolded, unfold] = useState<readonly string[]>([]);
  const lines = describeStretches(clock.stretches, reading);
  const end = endText(clock, reading.times);
  if (lines.length === 0 && end === null) return null;
  return (
    <table className="stretches">
      <caption className="visually-hidden">{MESSAGES.lines}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{MESSAGES.columns.when}</th>
          <th scope="col">{MESSAGES.columns.counted}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) =>
          line.folded && unfolded.includes(line.from) ? (
            line.folded.map((each) => <Row key={each.from} line={each} />)
          ) : (
            <Row key={line.from} line={line} onUnfold={() => unfold([...unfolded, line.from])} />
          ),
        )}
        <tr className="stretch-end">
          <td>{end ?? MESSAGES.soFar}</td>
          <td>
            <b>{usedText(clock.used_seconds)}</b>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Row({ line, onUnfold }: { line: Line; onUnfold?: () => void }) {
  return (
    <tr className={`stretch-${line.kind}`}>
      <td>
        {line.when}
        <small>{line.why}</small>
        {line.folded && (
          <Button look="ghost" size="small" onClick={onUnfold}>
            {MESSAGES.unfold}
          </Button>
        )}
      </td>
      <td>{line.counted === null ? MESSAGES.notCounted : <b>{line.counted}</b>}</td>
    </tr>
  );
}
