import { jobs } from "#contract/jobs.ts";
import { mayEraseUser } from "#contract/access/users.ts";
import { eraseMentionsOf } from "#server/comments/mentions.ts";
import { forgetWriters } from "#server/comments/write.ts";
import { eraseWaitingOfPerson } from "#server/comments/drafts/prune.ts";
import { eraseMailsFrom } from "#server/incoming/erase.ts";
import { forgetBounce } from "#server/mail/bounced-addresses.ts";
import { eraseSignIn } from "#server/auth/erase-sign-in.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import {
  eraseHistoryOfPerson,
  eraseKeysOfPerson,
  eraseMailsOfPerson,
} from "#server/lib/work/erase-person.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { eraseInboxOfPerson } from "#server/lib/work/inbox.ts";
import { refuse } from "#server/lib/refusal.ts";
import { escapeHtml } from "#server/mail/email-template.ts";
import { lockPerson, type Person } from "#server/roles/find-user.ts";
import { eraseNotifications } from "#server/settings/write.ts";
import { countTicketsOf, eraseFollowing } from "#server/tickets/erase-person.ts";
import { eraseFilesOf } from "#server/uploads/write.ts";
import { eraseAddresses } from "#server/users/addresses.ts";
import { ERASED_NAME, eraseRow } from "#server/users/erase-row.ts";
import { eraseUsesOf } from "#server/macros/used-reply.ts";
import { eraseRepliesOf } from "#server/replies/erase.ts";
import { eraseViewsOf } from "#server/views/erase.ts";

/** Previews the erasure: it is done, and rolled back. */
export async function previewErasure(ctx: Ctx, id: string) {
  const rehearsal = await ctx.app.db.startTransaction().execute();
  try {
    return await erase({ ...ctx, db: rehearsal }, await lockErasable({ ...ctx, db: rehearsal }, id));
  } finally {
    await rehearsal.rollback().execute();
  }
}

/**
 * Erases a deleted person for good (rule 148): the bare row stays, so that what they did still points at somebody. The
 * receipt is kept in the history. Refuses 409 for who is not deleted.
 */
export async function erasePerson(ctx: Ctx, id: string) {
  const person = await lockErasable(ctx, id);
  const counts = await erase(ctx, person);
  await recordEvent(ctx, { id, kind: "user.erased", companyId: null, after: counts });
  await enqueue(ctx, jobs.pruneFiles, {});
  await enqueue(ctx, jobs.pruneSearchIndex, {});
  return { id, erased_at: ctx.now.toISOString(), erased_by: ctx.actor.fullname, ...counts };
}

async function lockErasable(ctx: Ctx, id: string): Promise<Person> {
  const person = await lockPerson(ctx, id);
  if (!mayEraseUser(ctx.actor, person)) throw refuse(403, "auth.not_allowed");
  if (!person.deleted_at) throw refuse(409, "user.erase_deleted_first");
  return person;
}

async function erase(ctx: Ctx, person: Person) {
  const { db, now } = ctx;
  const { id } = person;
  // First the row, since the history erases only what is about erased people.
  await eraseRow(ctx, id);
  await eraseNotifications(db, id);
  await eraseKeysOfPerson(db, person);
  await eraseInboxOfPerson(db, id);
  await eraseMentionsOf(db, id);
  await eraseWaitingOfPerson(db, id);
  const { sessions, links } = await eraseSignIn(db, id);
  const follows = await eraseFollowing(db, id);
  const views = await eraseViewsOf(db, id);
  const replies = await eraseRepliesOf(db, id);
  await eraseUsesOf(db, id);
  const files = await eraseFilesOf(db, id);
  const mails = await eraseMailsOfPerson(db, person, { name: ERASED_NAME, escape: escapeHtml });
  const further = await eraseAddresses(db, id);
  const addresses = [person.email.toLowerCase(), ...further];
  for (const address of addresses) await forgetBounce(db, address);
  const incoming = await eraseMailsFrom(db, { id, addresses, name: ERASED_NAME });
  await forgetWriters(db, addresses);
  const entries = await eraseHistoryOfPerson(db, { id, addresses }, now);
  return {
    removed: {
      sessions,
      links,
      follows,
      views,
      replies,
      files: files.count,
      file_bytes: files.bytes,
      mails: mails.deleted,
      names_in_mails: mails.renamed,
      addresses: further.length,
      incoming_mails: incoming,
      history_entries: entries,
    },
    kept: await countTicketsOf(db, id),
  };
}
