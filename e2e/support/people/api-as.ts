import { type APIRequestContext, expect } from "@playwright/test";
import { patiently } from "./patiently.ts";
import { type Name, PASSWORD, PEOPLE } from "./people.ts";

type Answer = { status: number; body: Record<string, unknown> };
export type Call = (method: string, path: string, body?: object) => Promise<Answer>;

/** A signed-in API client of a person of the demo, or of one whom a story has invited, to set up the data of a story. */
export async function callAs(
  request: APIRequestContext,
  who: Name | { email: string; password: string },
): Promise<Call> {
  const account = typeof who === "string" ? { email: PEOPLE[who], password: PASSWORD } : who;
  const signedIn = await patiently(() => request.post("/api/auth/login", { data: account }));
  const { access_token: token } = await signedIn.json();
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await patiently(() => request.fetch(`/api${path}`, { method, headers, data: body }));
    const text = await response.text();
    return { status: response.status(), body: text ? JSON.parse(text) : {} };
  };
}

/** Creates a ticket and gives its id. */
export async function createTicket(call: Call, subject: string, more: object = {}): Promise<string> {
  const { body } = await call("POST", "/tickets", { subject, issue: "Since this morning.", ...more });
  const { ticket } = body;
  if (typeof ticket !== "object" || ticket === null || !("id" in ticket))
    throw new Error(JSON.stringify(body));
  return String(ticket.id);
}

/** The id of the agent of that name. */
export async function agentId(call: Call, fullname: string): Promise<string> {
  const { body } = await call("GET", `/tickets/assignable-users?search=${encodeURIComponent(fullname)}`);
  const users = Array.isArray(body["users"]) ? body["users"] : [];
  return String(users.find((user) => user.fullname === fullname)?.id);
}

/** The id of somebody of a client company. */
export async function clientId(call: Call, fullname: string): Promise<string> {
  const { body } = await call("GET", `/users?user_type=external&search=${encodeURIComponent(fullname)}`);
  const users = Array.isArray(body["users"]) ? body["users"] : [];
  return String(users.find((user) => user.fullname === fullname)?.id);
}

/** A signed-in API client of a person that creates and changes tickets. */
export async function ticketsApiAs(request: APIRequestContext, name: Name) {
  const call = await callAs(request, name);
  return {
    async create(ticket: { subject: string; issue?: string; priority?: string }): Promise<CreatedTicket> {
      const { status, body } = await call("POST", "/tickets", { issue: "As it says above.", ...ticket });
      expect(status).toBe(201);
      if (!isCreatedTicket(body.ticket)) throw new Error(JSON.stringify(body));
      return body.ticket;
    },
    async change(id: string, fields: object): Promise<void> {
      expect((await call("PUT", `/tickets/${id}`, fields)).status).toBe(200);
    },
  };
}

export type CreatedTicket = { id: string; uid: string; subject: string };

function isCreatedTicket(ticket: unknown): ticket is CreatedTicket {
  return typeof ticket === "object" && ticket !== null && "id" in ticket && "uid" in ticket;
}
