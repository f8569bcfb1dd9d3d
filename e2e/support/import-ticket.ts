import { expect, type APIRequestContext } from "@playwright/test";
import { callAs } from "./api-as.ts";
import { PASSWORD, PEOPLE } from "./people.ts";

type Past = { subject: string; client: keyof typeof PEOPLE; created: Date };

/** Imports one ticket with a past, which nothing else brings about, and gives its id. */
export async function importTicket(request: APIRequestContext, past: Past): Promise<string> {
  const maren = await callAs(request, "maren");
  const row = [past.subject, "Since that morning.", PEOPLE[past.client], past.created.toISOString()];
  const signedIn = await request.post("/api/auth/login", {
    data: { email: PEOPLE.maren, password: PASSWORD },
  });
  const { access_token: token } = await signedIn.json();
  const uploaded = await request.post("/api/imports", {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      file: {
        name: "past.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(`subject,issue,client,created\n${row.join(",")}\n`),
      },
    },
  });
  const { id } = await uploaded.json();
  const stateOf = async () => (await maren("GET", `/imports/${id}`)).body["state"];
  await maren("POST", `/imports/${id}/check`, {
    columns: { subject: 0, issue: 1, client: 2, created: 3 },
    values: [],
    make_companies: false,
    make_people: false,
  });
  await expect.poll(stateOf).toBe("checked");
  await maren("POST", `/imports/${id}/start`);
  await expect.poll(stateOf).toBe("done");
  const { body } = await maren("GET", `/tickets?search=${encodeURIComponent(past.subject)}`);
  const [ticket] = Array.isArray(body["items"]) ? body["items"] : [];
  return String(ticket?.id);
}
