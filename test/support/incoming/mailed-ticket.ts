import { buildReplyAddress } from "#server/mail/reply-address.ts";
import { readSecret } from "#server/settings/signing-secrets.ts";
import type { Name, World } from "../app/app-with-people.ts";

export type MailedTicket = { id: string; uid: string; number: number };

export const TOMAS = "Tomás Aguilar <tomas@kestrel.test>";
export const IDRIS = "Idris Okafor <idris@waypost.test>";

/** A ticket of Tomás that Idris takes part in, two hours after whatever was before, so that no limit counts it. */
export async function raiseMailedTicket(world: World): Promise<MailedTicket> {
  world.pass(2 * 3_600_000);
  const raised = await world.as("tomas").post("/tickets", { subject: "Printer jams", issue: "Floor 2" });
  const { id, uid } = raised.body.ticket;
  await world.as("idris").post(`/tickets/${id}/participants`, { user_id: world.idOf("idris") });
  await world.drain();
  const { number } = await world.db
    .selectFrom("tickets")
    .select("number")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { id, uid, number };
}

/** The address by which this reader answers mail about the ticket. */
export async function replyAddress(
  { db, config, idOf }: World,
  { number }: MailedTicket,
  reader: Name,
): Promise<string> {
  const secret = await readSecret(db, "reply_secret");
  return buildReplyAddress(config, secret, { number, userId: idOf(reader) }) ?? "";
}

/** The comments of a ticket as somebody reads them; Idris, unless said. */
export const commentsOf = async (world: World, id: string, as: Name = "idris") =>
  (await world.as(as).get(`/tickets/${id}/comments`)).body.comments;

/** The mails that the desk wrote to an address, oldest first. */
export const mailsTo = ({ db }: World, address: string) =>
  db.selectFrom("mails").selectAll().where("to", "=", address).orderBy("position").execute();

/** Where a mail stands, and why. */
export const details = ({ state, reason }: { state: string; reason: string | null }) => [state, reason];
