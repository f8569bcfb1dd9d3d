import { sql } from "kysely";
import { hashPassword } from "#server/lib/crypto/password-hash.ts";
import { createSeededRandom } from "#server/lib/seeded-random.ts";
import { syncRoles } from "#server/roles/sync-roles.ts";
import type { FileStore } from "#server/lib/file-store/file-store.ts";
import type { Database } from "#server/db/open-database.ts";
import { placeDueSoon } from "./place-due-soon.ts";
import { scheduleStories } from "./schedule-stories.ts";
import { insertCalendar } from "./insert/insert-calendar.ts";
import { insertPeople } from "./insert/insert-people.ts";
import { insertInboxes, insertMentions } from "./insert/insert-inboxes.ts";
import { insertReplies } from "./insert/insert-replies.ts";
import { insertServiceLevels } from "./insert/insert-service-levels.ts";
import { insertTickets } from "./tickets/insert-tickets.ts";
import { insertWaitingAnswers } from "./insert/insert-waiting-answers.ts";
import { insertViews } from "./insert/insert-views.ts";
import { insertMailbox } from "./mails/mailbox.ts";
import { insertMails } from "./mails/insert-mails.ts";
import { TEAMS } from "./people.ts";

/** A public password, and therefore never on a desk that others can reach (rule 467). */
export const DEMO_PASSWORD = "waypost-demo";

/** Fills an empty desk with invented people and their last 90 days, all or nothing. The same `now`, the same desk. */
export async function seedDemo(db: Database, { now, files }: { now: Date; files: FileStore }): Promise<void> {
  await syncRoles(db);
  const secret = await hashPassword(DEMO_PASSWORD);
  await db.transaction().execute(async (tx) => {
    const dice = createSeededRandom(20_261_120);
    const people = await insertPeople(tx, { dice, now, secret });
    // Dice of its own, so that what the mails draw changes nothing else of the desk.
    const mailDice = createSeededRandom(20_261_124);
    const mailboxId = await insertMailbox(tx, mailDice, now);
    const stories = await placeDueSoon(scheduleStories(dice, people, now), now);
    await insertTickets(tx, stories, people, { dice, mailboxId, now });
    await insertMentions(tx);
    await insertInboxes(tx, { staff: people.staff, now });
    await insertWaitingAnswers(tx, createSeededRandom(20_261_127), now);
    await insertViews(tx, people, createSeededRandom(20_261_126), now);
    await insertReplies(tx, people, createSeededRandom(20_261_127), now);
    const { calendarId } = await insertCalendar(tx, people, createSeededRandom(20_261_128), now);
    await insertMails({ db: tx, files, dice: mailDice, now, mailboxId });
    await insertServiceLevels(tx, { calendarId, people, dice: createSeededRandom(20_261_129), now });
    await markSamples(tx, { firstTeam: TEAMS.support });
  });
}

/** Marks all that the demo has made, on a desk that held nothing but the first migration's company and team. */
async function markSamples(db: Database, { firstTeam }: { firstTeam: string }): Promise<void> {
  await sql`insert into samples (kind, id)
    select 'user', id from users
    union all select 'company', id from companies where not is_internal
    union all select 'group', g.id from groups g join companies c on c.id = g.company_id
      where not (c.is_internal and g.name = ${firstTeam})
    union all select 'ticket', id from tickets
    union all select 'tag', id from tags
    union all select 'view', id from views
    union all select 'reply', id from saved_replies
    union all select 'calendar', id from calendars
    union all select 'sla_policy', id from sla_policies
    union all select 'sla_assignment', id from sla_assignments
    union all select 'mailbox', id from mailboxes
    union all select 'incoming', id from incoming_mails`.execute(db);
}
