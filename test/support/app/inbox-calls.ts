import type { Name, World } from "./app-with-people.ts";

const pathOf = (ticket: string) => `/tickets/${ticket}`;

/** What people do and read where one ticket is in somebody's Inbox; a file names the calls before both are made. */
export function inboxCalls(desk: () => { world: World; ticket: string }) {
  const as = (by: Name) => desk().world.as(by);

  const raise = async (): Promise<string> =>
    (await as("tomas").post("/tickets", { subject: "Scanner jams", issue: "Bay 3" })).body.ticket.id;
  /** A ticket beside which nothing is in an Inbox. */
  async function raiseAlone(): Promise<{ ticket: string; path: string }> {
    const { world } = desk();
    await world.pool.query("delete from inbox_items");
    const ticket = await raise();
    world.pass(1000);
    return { ticket, path: pathOf(ticket) };
  }
  const assign = (name: Name, by: Name = "lena") =>
    as(by).put(pathOf(desk().ticket), { assignee_id: desk().world.idOf(name) });
  const say = (name: Name, comment = "A word", more: object = {}) => {
    const { world, ticket } = desk();
    world.pass(1000);
    return as(name).post(`${pathOf(ticket)}/comments`, { comment, ...more });
  };
  const mention = (by: Name, name: Name) => {
    const { people, idOf } = desk().world;
    return say(by, `@${people[name].fullname} look`, { visibility: "internal", mentions: [idOf(name)] });
  };
  const verb = (name: Name, what: string, body?: object) =>
    as(name).post(`/inbox/${desk().ticket}/${what}`, body);
  /** The body of a reminder in so many milliseconds. */
  const at = (ms: number) => ({ at: new Date(desk().world.clock.now().getTime() + ms).toISOString() });

  const inbox = async (name: Name, tab = "all") => (await as(name).get("/inbox", { tab })).body;
  const rowOf = async (name: Name, tab = "all") => (await inbox(name, tab)).items[0];
  const unread = async (name: Name) => (await as(name).get("/inbox/count")).body.unread;

  return { raise, raiseAlone, assign, say, mention, verb, at, inbox, rowOf, unread };
}
