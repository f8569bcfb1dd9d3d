import * as fc from "../../support/property-seed.ts";

/** People are places in the cast: nine clients, then two of the staff, then a stranger. */
export const STRANGER = 11;
const client = fc.nat({ max: 8 });
const person = fc.nat({ max: 10 });
/** Of those that there are by then. */
const ticket = fc.nat({ max: 11 });

/** Null so many times as often as a value. */
function sometimes<T>(absent: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: absent, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });
}

export const DrawnTicket = fc.record({
  client,
  confidential: fc.boolean(),
  participants: fc.uniqueArray(client, { maxLength: 2 }),
  isAssigned: fc.boolean(),
  notes: fc.array(fc.constantFrom("public" as const, "internal" as const), { maxLength: 2 }),
});
export type DrawnTicket = typeof DrawnTicket extends fc.Arbitrary<infer T> ? T : never;

const To = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("desk" as const) }) },
  // Somebody's reply address, their own or a stolen one.
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("reply" as const), ticket, reader: person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("guessed" as const), ticket }) },
  // Written to somebody else, and handed in here under a reply address by whoever got it.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("elsewhere" as const), ticket, reader: person }) },
);

const Names = fc.oneof(
  { weight: 7, arbitrary: fc.constant(null) },
  {
    weight: 3,
    arbitrary: fc.record({
      by: fc.constantFrom("reply" as const, "references" as const),
      ticket,
      reader: person,
    }),
  },
  { weight: 1, arbitrary: fc.record({ by: fc.constant("root" as const), ticket, reader: person }) },
);

export const DrawnMail = fc.record({
  author: fc.oneof(
    { weight: 9, arbitrary: fc.nat({ max: 10 }) },
    { weight: 2, arbitrary: fc.constant(STRANGER) },
  ),
  /** Writes as themselves, about what they see: tickets and readers are then taken from their own. */
  isHonest: fc.boolean(),
  /** Whose address stands in From; null: the author's own. */
  claims: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: person }),
  isSigned: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  /** Handed in at the desk's own door, which asks for the policy of the domain. */
  isAtDoor: fc.oneof(
    { weight: 3, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  to: To,
  names: Names,
  /** A ticket's number in the subject. */
  number: sometimes(3, ticket),
  cc: fc.uniqueArray(person, { maxLength: 3 }),
  /** A ticket that the author sees, whose words stand below as a quote. */
  quotes: sometimes(1, ticket),
  isHtml: fc.boolean(),
  /** Whose mail is sent on. */
  forwards: sometimes(5, fc.oneof(person, fc.constant(STRANGER))),
  automatic: fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom("auto-replied" as const, "auto-generated" as const) },
  ),
  command: fc.oneof(
    { weight: 6, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: fc.constantFrom("#note\n", "#ntoe\n", "#close\n") },
  ),
});
export type DrawnMail = typeof DrawnMail extends fc.Arbitrary<infer T> ? T : never;

const Step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant("mail" as const), mail: DrawnMail }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("answer" as const), ticket, isInternal: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), ticket }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("hide" as const), ticket }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("close" as const), ticket, days: fc.constantFrom(1, 15) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("trash" as const), ticket }) },
);
export type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

export const DrawnWorld = fc.record({
  sharing: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
  unproven: fc.oneof(
    { weight: 4, arbitrary: fc.constant("accept" as const) },
    { weight: 1, arbitrary: fc.constant("hold" as const) },
  ),
  tickets: fc.array(DrawnTicket, { minLength: 3, maxLength: 5 }),
  steps: fc.array(Step, { minLength: 8, maxLength: 12 }),
});
export type DrawnWorld = typeof DrawnWorld extends fc.Arbitrary<infer T> ? T : never;
