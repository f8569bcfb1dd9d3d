import { RECEIPT_TEXTS, STRETCH_TEXTS, TARGET_LABELS } from "#contract/sla/messages.ts";
import type { Receipt } from "../data.ts";
import { RECEIPT_MESSAGES } from "../messages.ts";
import { standingOf } from "../standing.ts";
import { countedText, endText, headText } from "./clock-text.ts";
import { describeJudge } from "./judged-text.ts";
import { describeStretches, type Line, type Reading } from "./lines.ts";

/** The whole receipt as plain text, for a mail or a contract's file. */
export function receiptText(receipt: Receipt, subject: string, reading: Reading): string {
  const { clocks, judged_by, uid, as_of } = receipt;
  return [
    `${uid} ${subject}`,
    `${RECEIPT_TEXTS.title}. ${RECEIPT_MESSAGES.asOf(reading.times.whole(as_of))} (${reading.times.zone})`,
    ...clocks.map((clock) => {
      const left = clock.remaining_seconds;
      const stand = { standing: standingOf(clock, left), left, isClient: reading.isClient };
      return [
        `${RECEIPT_MESSAGES.cycleOf(TARGET_LABELS[clock.target], clock.cycle)}: ${headText(clock, stand)}`,
        countedText(clock, clock.used_seconds),
        ...describeStretches(clock.stretches, reading).map(lineText),
        endText(clock, reading.times),
      ]
        .filter(Boolean)
        .join("\n");
    }),
    ...(judged_by ? [describeJudge(judged_by).join("\n")] : []),
  ].join("\n\n");
}

function lineText({ when, why, counted, folded }: Line): string {
  if (folded !== null) return when;
  return counted === null ? STRETCH_TEXTS.notCounted(when, why) : STRETCH_TEXTS.counted(when, counted);
}
