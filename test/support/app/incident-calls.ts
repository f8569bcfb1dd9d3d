import type { Name, World } from "./app-with-people.ts";

export type Raised = { id: string; uid: string };
/** An incident, and the tickets of two companies that may be of it. */
export type Outage = { incident: Raised; printer: Raised; elsewhere: Raised };
type Reporter = Raised & {
  status: string;
  company_name: string;
  news: number;
  checklist: { done: number; items: number } | null;
  link_id: string;
};

export const byText = (one: unknown, other: unknown) => String(one).localeCompare(String(other));
export const idsOf = (tickets: readonly { id: string }[]) => tickets.map(({ id }) => id);

/** What the desk does and reads of an incident; a file names the calls before its world and its incident are made. */
export function incidentCalls(desk: () => { world: World; incident: Raised }) {
  const as = (by: Name) => desk().world.as(by);

  async function raise(by: Name, subject: string): Promise<Raised> {
    return (await as(by).post("/tickets", { subject, issue: "It is so." })).body.ticket;
  }
  async function raiseOutage(): Promise<Outage> {
    const incident = await raise("idris", "Carrier is down");
    const printer = await raise("tomas", "No phone");
    return { incident, printer, elsewhere: await raise("helena", "Phones are dead") };
  }
  const add = (
    tickets: readonly { id: string }[],
    to: { id: string } = desk().incident,
    by: Name = "idris",
  ) => as(by).post(`/tickets/${to.id}/reporters`, { ticket_ids: idsOf(tickets) });
  const merge = (kept: Raised, merged: Raised) =>
    as("idris").post(`/tickets/${kept.id}/merge`, { ids: [merged.id] });

  const reportersOf = async ({ id }: { id: string } = desk().incident): Promise<Reporter[]> =>
    (await as("idris").get(`/tickets/${id}/reporters`)).body.reporters;
  const numbersOf = async (of?: { id: string }) =>
    (await reportersOf(of)).map(({ uid }) => uid).toSorted(byText);
  const ticketOf = async ({ id }: { id: string }, by: Name = "idris") =>
    (await as(by).get(`/tickets/${id}`)).body;
  const statusOf = async (ticket: { id: string }) => (await ticketOf(ticket)).status;

  return { raise, raiseOutage, add, merge, reportersOf, numbersOf, ticketOf, statusOf };
}
