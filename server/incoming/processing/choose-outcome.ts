import { forgetBounce } from "#server/mail/bounced-addresses.ts";
import { pickByAddress } from "#server/mailboxes/read.ts";
import { readDeskId } from "#server/settings/signing-secrets.ts";
import { settleClient } from "./as-client.ts";
import { settleStaff } from "./as-staff.ts";
import { settleAutomatic } from "./automatic.ts";
import { settleBounce } from "./bounces.ts";
import { findSender } from "./find-sender.ts";
import { lockSender } from "./floods.ts";
import { judgeSender } from "./judge-sender.ts";
import { matchTicket } from "./match-ticket.ts";
import { markProven } from "./mark-proven.ts";
import { makeDomainContact, suggestCompany } from "./company-domains.ts";
import { readStanding } from "./standing.ts";
import type { Outcome, Work } from "./work.ts";
import { hold, ignore } from "./write-outcome.ts";

/** Servers between a sender and us; a mail that passed more goes in a circle. */
const MOST_SERVERS = 50;

/** What becomes of a mail, in the order in which the desk asks. The first that knows says. */
export async function chooseOutcome(work: Work): Promise<Outcome> {
  const { parsed, isFromSpam } = work.mail;
  if (parsed.unreadable)
    return hold("unreadable", { detail: { sentence: parsed.unreadableBecause ?? "unreadable" } });
  if (await isOwnMail(work)) return ignore("own_mail");
  const bounce = await settleBounce(work);
  if (bounce) return bounce;
  if (parsed.from === null) return hold("sender_unclear");
  const address = parsed.from.address.toLowerCase();
  await lockSender(work.db, address);
  const { blocker, ...standing } = await readStanding(work, address);
  if (blocker !== null) return ignore("blocked_sender", { detail: { person: blocker } });
  if (standing.is_known_mail) return ignore("duplicate");
  const sender = await findSender(work.app, work.db, address);
  if (isFromSpam)
    return sender.kind === "unknown" ? { state: "spam", reason: "spam" } : hold("spam", senderOf(sender));
  if (sender.kind === "deleted")
    return hold("sender_deleted", { userId: sender.userId, detail: { person: sender.name } });
  const found = await matchTicket(work);
  const automatic = await settleAutomatic(work, sender, found);
  if (automatic) return automatic;
  if (sender.kind === "inactive") return holdInactive(work, sender.actor);
  if (sender.kind === "unknown") return settleUnknown(work, address, found);
  if (standing.has_bounced) await forgetBounce(work.db, address);
  const outcome =
    sender.kind === "staff"
      ? await settleStaff(work, sender.actor, found)
      : await settleClient(work, sender.actor, found);
  if (outcome.state === "done" && standing.is_unproven) await markProven(work, sender.actor, address);
  return outcome;
}

/** What this desk sent comes back to it: by its own name in the header, by its address, or after too long a way. */
async function isOwnMail({ db, mail, mailboxes }: Work): Promise<boolean> {
  const { deskHeader, from, receivedCount } = mail.parsed;
  if (receivedCount > MOST_SERVERS) return true;
  if (deskHeader !== null && deskHeader.trim() === (await readDeskId(db))) return mail.kind.kind !== "bounce";
  return from !== null && pickByAddress(mailboxes, from.address) !== null;
}

type Known = Exclude<Awaited<ReturnType<typeof findSender>>, { kind: "unknown" }>;

function senderOf(sender: Known): Partial<Outcome> {
  if (!("actor" in sender)) return { userId: sender.userId, detail: { person: sender.name } };
  return { sender: sender.actor, detail: { person: sender.actor.fullname } };
}

async function holdInactive(work: Work, actor: NonNullable<Outcome["sender"]>): Promise<Outcome> {
  const company = await work.db
    .selectFrom("companies")
    .select("name")
    .where("id", "=", actor.company_id)
    .executeTakeFirst();
  const names = { person: actor.fullname, ...(company && { company: company.name }) };
  return hold("company_inactive", { sender: actor, detail: names });
}

/** A stranger's mail waits; of the ticket that it names they hear nothing, and it nothing of them. */
async function settleUnknown(
  work: Work,
  address: string,
  found: Awaited<ReturnType<typeof matchTicket>>,
): Promise<Outcome> {
  const contact = await makeDomainContact(work, address);
  if (contact) return settleClient(work, contact, found);
  const { proof } = work.mail;
  const { unprovenClients } = work.settings;
  const verdict = judgeSender({
    sender: "unknown",
    proof,
    matchedBy: found.match?.by ?? null,
    unprovenClients,
  });
  if ("spam" in verdict) return { state: "spam", reason: verdict.spam };
  const company = await suggestCompany(work.db, address);
  return hold("unknown_sender", {
    ...(company && { suggestedCompanyId: company.id, detail: { company: company.name } }),
  });
}
