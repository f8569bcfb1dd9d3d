import { FILE_FAULTS, type FileFaultCode } from "#contract/refusals/import-reasons.ts";
import { fillIn, type ParamsOf } from "#contract/refusals/sentence.ts";
import { StartError } from "#server/start/start-error.ts";

type Facts<Code extends FileFaultCode> =
  ParamsOf<(typeof FILE_FAULTS)[Code]> extends undefined ? [] : [facts: ParamsOf<(typeof FILE_FAULTS)[Code]>];

/** A file that no rows can be read from: the shell prints its sentence, the page says it in its own language. */
export class UnreadableFile extends StartError {
  readonly fault: FileFaultCode;
  readonly facts: Readonly<Record<string, string>>;

  constructor(fault: FileFaultCode, facts: Readonly<Record<string, string>>) {
    super(fillIn(FILE_FAULTS[fault], facts));
    this.fault = fault;
    this.facts = facts;
  }
}

/** Use as `throw unreadable("empty", { file })`. */
export function unreadable<Code extends FileFaultCode>(fault: Code, ...[facts]: Facts<Code>): UnreadableFile {
  return new UnreadableFile(fault, facts ?? {});
}
