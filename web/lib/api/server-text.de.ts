import { MESSAGES as ENGLISH } from "#contract/messages.ts";
import { MESSAGES } from "#contract/messages.de.ts";
import { REFUSALS, REFUSALS_WITH_FACTS } from "./refusals.de.ts";

const WHOLE = new Map([
  ...Object.entries(REFUSALS),
  ...Object.entries(MESSAGES).map(([name, text]): [string, string] => [Reflect.get(ENGLISH, name), text]),
]);

/** The German sentence; one that nobody has translated is shown as it came. */
export function serverText(sentence: string): string {
  const whole = WHOLE.get(sentence);
  if (whole !== undefined) return whole;
  for (const [pattern, inGerman] of REFUSALS_WITH_FACTS) {
    const facts = pattern.exec(sentence);
    if (facts) return inGerman(...facts.slice(1).map((fact) => WHOLE.get(fact) ?? fact));
  }
  return sentence;
}
