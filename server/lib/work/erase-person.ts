import { sql } from "kysely";
import type { Db } from "../request-context.ts";

type Person = { id: string; email: string; fullname: string };

/**
 * Erases what the history says about somebody, the names of their files, where they acted from, and on tickets their name and
 * addresses. Kind, time and the names of fields stay. Answers how many entries it touched.
 */
export async function eraseHistoryOfPerson(
  db: Db,
  { id, addresses }: { id: string; addresses: string[] },
  now: Date,
): Promise<number> {
  const about = await sql`
    update history set before = without_values(before), after = without_values(after), reason = null, ip = null,
      erased_at = ${now}
    where entity = 'user' and entity_id = ${id} and erased_at is null`.execute(db);
  const files = await sql`
    update history set before = without_words(before), after = without_words(after), erased_at = ${now}
    where seq in (
      select touched.seq from history sent join history touched
        on touched.entity = 'attachment' and touched.entity_id = sent.entity_id
      where sent.principal_id = ${id} and sent.entity = 'attachment' and sent.kind = 'attachment.added')
    and erased_at is null`.execute(db);
  const named = await sql`
    update history set before = without_words(before), after = without_words(after), erased_at = ${now}
    where erased_at is null and seq in (
      select seq from history where kind = 'ticket.mail_bounced' and lower(after ->> 'address') = any(${addresses})
      union all
      select seq from history where kind = 'ticket.automatic_reply' and after ->> 'incoming_id' in
        (select id::text from incoming_mails where user_id = ${id}))`.execute(db);
  const by = await sql`update history set ip = null where principal_id = ${id} and ip is not null`.execute(
    db,
  );
  return [about, files, named, by].reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows), 0);
}

/**
 * Deletes the mails to somebody, and writes another name where mails to others name them or their address. Answers how
 * many of each. The forms of names are those of texts and of HTML.
 */
export async function eraseMailsOfPerson(
  db: Db,
  person: Person,
  { name, escape }: { name: string; escape: (text: string) => string },
): Promise<{ deleted: number; renamed: number }> {
  const deleted = await db
    .deleteFrom("mails")
    .where((eb) =>
      eb.or([eb("user_id", "=", person.id), eb(sql`lower("to")`, "=", person.email.toLowerCase())]),
    )
    .executeTakeFirstOrThrow();
  const known = [...(isPlaceholder(person) ? [] : [person.fullname]), person.email];
  const said = matchAnyOf(known);
  const marked = matchAnyOf(known.map(escape));
  const renamed = await sql`
    update mails set subject = regexp_replace(subject, ${said}, ${name}, 'g'),
      from_name = regexp_replace(from_name, ${said}, ${name}, 'g'),
      body_text = regexp_replace(body_text, ${said}, ${name}, 'g'),
      body_html = regexp_replace(body_html, ${marked}, ${escape(name)}, 'g')
    where subject ~ ${said} or from_name ~ ${said} or body_text ~ ${said} or body_html ~ ${marked}`.execute(
    db,
  );
  return { deleted: Number(deleted.numDeletedRows), renamed: Number(renamed.numAffectedRows) };
}

/** The name of who never accepted an invitation, such as "info": a word that mails hold for other reasons. */
function isPlaceholder({ fullname, email }: Person): boolean {
  return email.toLowerCase().startsWith(`${fullname.toLowerCase()}@`);
}

/** A pattern of whole words, so that "Al" stays in "Also". */
function matchAnyOf(words: string[]): string {
  const literal = words.map((word) => word.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`));
  return String.raw`(?<!\w)(${literal.join("|")})(?!\w)`;
}

/** Deletes the answers that are kept for somebody's repeated requests, and those that tell of them. */
export async function eraseKeysOfPerson(db: Db, { id }: Person): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where((eb) => eb.or([eb("principal_id", "=", id), eb(sql`body::text`, "like", `%${id}%`)]))
    .execute();
}
