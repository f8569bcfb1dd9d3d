import { expect } from "vitest";
import type { Name, World } from "./app-with-people.ts";

export type Raised = { id: string; uid: string };
type Comment = {
  id: string;
  comment: string;
  author_fullname: string;
  visibility: string;
  origin_uid: string | null;
  is_description: boolean;
  attachments: { name: string }[];
};

/** The id of nothing. */
export const ABSENT = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
export const note = { visibility: "internal" };
const EVERYBODY = ["maren", "rafael", "lena", "idris", "priya", "tomas", "helena", "jonas"] as const;

export const mergeIds = ({ body }: { body: { merges: { id: string }[] } }) => body.merges.map(({ id }) => id);

/** What people do and read where tickets are merged; a file names the calls before its world is made. */
export function mergeCalls(world: () => World) {
  const post = (by: Name, path: string, body: object) => world().as(by).post(path, body);

  async function raise(by: Name, subject: string): Promise<Raised> {
    return (await post(by, "/tickets", { subject, issue: `${subject} since today.` })).body.ticket;
  }
  /** Two tickets of one company, and one of another. */
  async function raiseThree(): Promise<Record<"vpn" | "desktop" | "foreign", Raised>> {
    const vpn = await raise("priya", "VPN drops");
    world().pass(1000);
    const desktop = await raise("tomas", "Desktop freezes");
    return { vpn, desktop, foreign: await raise("helena", "Mailbox missing") };
  }
  async function say(by: Name, { id }: Raised, comment: string, more: object = {}): Promise<string> {
    world().pass(1000);
    const { body, status } = await post(by, `/tickets/${id}/comments`, { comment, ...more });
    expect([status, comment]).toEqual([201, comment]);
    return body.id;
  }
  const merge = (kept: Raised, others: readonly { id: string }[], by: Name = "idris") =>
    post(by, `/tickets/${kept.id}/merge`, { ids: others.map(({ id }) => id) });
  const undo = (merge_ids: string[], more: object = {}, by: Name = "idris") =>
    post(by, "/tickets/merges/undo", { merge_ids, ...more });
  const split = (from: Raised, body: object, by: Name = "idris") =>
    post(by, `/tickets/${from.id}/split`, { subject: "Another matter", ...body });

  async function thread({ id }: Raised, by: Name = "idris"): Promise<Comment[]> {
    return (await world().as(by).get(`/tickets/${id}/comments`)).body.comments;
  }
  const words = async (ticket: Raised, by: Name = "idris") =>
    (await thread(ticket, by)).map((c) => c.comment);
  const read = async ({ id }: Raised, by: Name = "idris") =>
    (await world().as(by).get(`/tickets/${id}`)).body;

  return { raise, raiseThree, say, merge, undo, split, thread, words, read };
}

/** All that each of the people sees of the tickets. */
export async function project(world: World, tickets: readonly Raised[]): Promise<string[]> {
  const all = [];
  for (const by of EVERYBODY) for (const ticket of tickets) all.push(await projection(world, ticket, by));
  return all;
}

/** All that a person sees of a ticket, but versions and times of what was done to it. */
async function projection(world: World, ticket: Raised, by: Name): Promise<string> {
  const as = world.as(by);
  const parts = ["", "/comments", "/participants", "/checklist", "/links", "/audience"];
  const answers = [];
  for (const part of parts) {
    const { status, body } = await as.get(`/tickets/${ticket.id}${part}`);
    const { version: _, updated: __, ...rest } = body ?? {};
    answers.push([part, status, status === 200 ? rest : null]);
  }
  const { items } = (await as.get("/tickets", { search: ticket.uid })).body;
  answers.push(items.map(({ version: _, updated: __, unread: ___, ...row }: Record<string, unknown>) => row));
  const inbox = await as.get("/inbox", { tab: "all" });
  const rows = inbox.status === 200 ? inbox.body.items : [];
  answers.push(rows.filter((row: { ticket_id: string }) => row.ticket_id === ticket.id));
  return JSON.stringify(answers);
}
