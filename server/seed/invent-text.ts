import type { SeededRandom } from "#server/lib/seeded-random.ts";
import { FAMILY, GIVEN, inventName, NOUNS } from "./vocabulary.ts";

/** A line as people write them above a ticket; at most some 90 characters. */
export function inventSubject(dice: SeededRandom): string {
  return capitalize(fillPattern(dice, dice.pick(SUBJECTS)));
}

/** A few sentences or many, about 600 characters in the mean; now and then a log in a code block. */
export function inventIssue(dice: SeededRandom): string {
  const count = Math.min(45, 3 + Math.floor(-Math.log(1 - dice.next()) * 6.7));
  const paragraphs: string[] = [];
  for (let left = count; left > 0;) {
    const length = Math.min(left, 1 + dice.below(5));
    paragraphs.push(inventSentences(dice, length));
    left -= length;
  }
  if (dice.chance(0.06)) paragraphs.push(inventLog(dice));
  return paragraphs.join("\n\n");
}

/** An answer of one to four sentences. */
export function inventComment(dice: SeededRandom, by: "client" | "staff"): string {
  const opening = dice.pick(by === "client" ? FROM_CLIENTS : FROM_STAFF);
  return dice.chance(0.4) ? opening : `${opening} ${inventSentences(dice, 1 + dice.below(3))}`;
}

function inventSentences(dice: SeededRandom, count: number): string {
  return Array.from({ length: count }, () => capitalize(fillPattern(dice, dice.pick(SENTENCES)))).join(" ");
}

function inventLog(dice: SeededRandom): string {
  const host = inventName(dice);
  const lines = Array.from({ length: 2 + dice.below(4) }, () => {
    const time = `${String(dice.below(24)).padStart(2, "0")}:${String(dice.below(60)).padStart(2, "0")}`;
    return `${time} ${host} ${dice.pick(["ERROR", "WARN", "INFO"])} ${inventName(dice)}: ${dice.pick(LOG_ENDS)}`;
  });
  return `\`\`\`\n${lines.join("\n")}\n\`\`\``;
}

/** Slots: {n} a common thing, {x} an invented name, {p} a person, {c} a number. */
function fillPattern(dice: SeededRandom, pattern: string): string {
  return pattern.replaceAll(/\{([nxpc])\}/g, (_, slot: string) => {
    if (slot === "n") return dice.pick(NOUNS);
    if (slot === "x") return inventName(dice);
    if (slot === "p") return `${dice.pick(GIVEN)} ${dice.pick(FAMILY)}`;
    return String(2 + dice.below(400));
  });
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const SUBJECTS = [
  "{n} in {x} does not start",
  "{n} of {p} is broken",
  "no access to {x} {n}",
  "{x}: {n} shows error {c}",
  "please add {p} to {x}",
  "new {n} for the {x} team",
  "{n} and {n} missing after the {x} update",
  "{x} is slow since Monday",
  "{n} asks for a password again",
  "question about the {x} {n}",
  "{p} cannot open {x}",
  "{c} licences of {x}",
  "restore {n} from {x}",
  "{n} warning on {x}",
  "{x} {n} disconnects every {c} minutes",
  "order: {n}, {n} and {n}",
];

const SENTENCES = [
  "since this morning the {n} shows an error when we open {x}.",
  "{p} tried it on another {n} and got the same message.",
  "we restarted the {n} twice, and it helped for {c} minutes.",
  "the {n} works for everybody in {x} but not for us.",
  "nothing was changed as far as we know, apart from the {x} update.",
  "about {c} people are affected, most of them in {x}.",
  "can you have a look at the {n} before the meeting?",
  "the message says that {x} could not reach the {n}.",
  "last time {p} from your side fixed it by resetting the {n}.",
  "please call {p} if you need access to the {n}.",
  "the {n} and the {n} were delivered last week together with {x}.",
  "we need this for the audit of {x}, so it is rather important.",
  "on my own {n} everything is fine, only the shared one fails.",
  "the old {n} was replaced by {x} in spring.",
  "it happens every day around the same time, mostly after lunch.",
  "I attached a picture of the {n} and of the settings of {x}.",
  "our contact at {x} says that the {n} is not their problem.",
  "it is not urgent, but it would be good to know when it can be done.",
  "the number on the {n} is {c}-{x}.",
  "when I sign in to {x}, the {n} appears for a second and closes again.",
  "{p} needs the same rights as {p} on {x}.",
  "we would like to order {c} pieces, delivered to the {x} office.",
  "without the {n} nobody in {x} can finish the day.",
  "thank you for the quick help with {x} last week.",
  "the {n} was moved to the other room, and the cable goes to {x} now.",
  "could the {n} be connected with {x}, or is there another way?",
  "the report lists {c} entries, but {x} shows only half of them.",
  "after the power cut the {n} came back, {x} did not.",
];

const FROM_CLIENTS = [
  "It works now, thank you.",
  "Still the same, I am afraid.",
  "We tried that and it did not help.",
  "Yes, tomorrow at ten is fine.",
  "Here is what you asked for.",
  "One more person has it now.",
];

const FROM_STAFF = [
  "Thank you, I am looking into it.",
  "That should be solved now, please try again.",
  "Could you send me a picture of the message?",
  "I have ordered the part.",
  "I connected and corrected the settings.",
  "The vendor has confirmed it and works on an update.",
];

const LOG_ENDS = [
  "connection refused",
  "timeout after 30 s",
  "retry 3 of 5",
  "access denied",
  "ok",
  "disk full",
];
