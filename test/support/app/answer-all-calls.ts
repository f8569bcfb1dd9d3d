import type { Name, World } from "./app-with-people.ts";
import { idsOf, incidentCalls, type Outage } from "./incident-calls.ts";
import { uploadFile } from "./upload-file.ts";

/** What the desk does where all reporters of an incident are answered, beside what it does of any incident. */
export function answerAllCalls(desk: () => { world: World } & Outage) {
  const as = (by: Name) => desk().world.as(by);
  const calls = incidentCalls(desk);

  /** An incident with two reporters; nothing that earlier tests wrote waits, is mailed or stands in an Inbox. */
  async function startOutage(): Promise<Outage> {
    const { db, drain } = desk().world;
    await db.deleteFrom("scheduled_comments").execute();
    const outage = await calls.raiseOutage();
    await calls.add([outage.printer, outage.elsewhere], outage.incident);
    await drain();
    await db.deleteFrom("mails").execute();
    await db.deleteFrom("inbox_items").execute();
    return outage;
  }
  const answer = (body: object = {}, by: Name = "idris") => {
    const { incident, printer, elsewhere } = desk();
    return as(by).post(`/tickets/${incident.id}/answer-all`, {
      comment: "The line is back.",
      child_ids: idsOf([printer, elsewhere]),
      ...body,
    });
  };
  const preview = (body: object = {}) =>
    as("idris").post(`/tickets/${desk().incident.id}/answer-all/preview`, body);
  const upload = async () =>
    (
      await uploadFile(desk().world, {
        who: "idris",
        path: "/uploads",
        bytes: Buffer.from("words"),
        name: "plan.txt",
      })
    ).body.id;
  const makeReply = async (body: object) =>
    (
      await as("idris").post("/replies", {
        name: `Line is back ${Math.random()}`,
        audience: "me",
        texts: [
          { language: "en", body: "Hello {{client.first_name|there}}, {{ticket.uid}} is back." },
          { language: "de", body: "Guten Tag {{client.first_name|zusammen}}, {{ticket.uid}} geht wieder." },
        ],
        ...body,
      })
    ).body.reply.id;

  const commentsOf = async ({ id }: { id: string }, by: Name) =>
    (await as(by).get(`/tickets/${id}/comments`)).body.comments;
  const wordsOf = async (ticket: { id: string }, by: Name): Promise<string[]> =>
    (await commentsOf(ticket, by)).map(({ comment }: { comment: string }) => comment);
  const notes = () => wordsOf(desk().incident, "lena");

  return { ...calls, startOutage, answer, preview, upload, makeReply, commentsOf, wordsOf, notes };
}

/** Nobody has a right while something is tried. */
export async function withoutRight(
  { db }: World,
  permission: "tickets.read" | "tickets.set_status",
  work: () => Promise<void>,
): Promise<void> {
  const rows = await db
    .deleteFrom("role_permissions")
    .where("permission", "=", permission)
    .returningAll()
    .execute();
  await work();
  await db.insertInto("role_permissions").values(rows).execute();
}
