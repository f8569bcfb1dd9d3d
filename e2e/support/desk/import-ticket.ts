import { expect, type APIRequestContext } from "@playwright/test";
import { callAs } from "../people/api-as.ts";
import { PASSWORD, PEOPLE } from "../people/people.ts";

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
  const plan = {
    columns: { subject: 0, issue: 1, client: 2, created: 3 },
    values: [],
    make_companies: false,
    make_people: false,
  };
  await work(maren, id, { act: "check", body: plan, state: "checked" });
  await work(maren, id, { act: "start", state: "done" });
  const { body } = await maren("GET", `/tickets?search=${encodeURIComponent(past.subject)}`);
  const [ticket] = Array.isArray(body["items"]) ? body["items"] : [];
  return String(ticket?.id);
}

type Work = { act: "check" | "start"; body?: object; state: string };

/** One import is worked at a time: whoever came second to another story's is told so, and asks again. */
async function work(maren: Awaited<ReturnType<typeof callAs>>, id: string, { act, body, state }: Work) {
  const ask = async () => {
    const asked = await maren("POST", `/imports/${id}/${act}`, body);
    expect(asked.status, JSON.stringify(asked.body)).toBeLessThan(300);
  };
  const look = async () => {
    const { body: now } = await maren("GET", `/imports/${id}`);
    if (JSON.stringify(now["problem"]).includes('"busy"')) await ask();
    return now["state"];
  };
  await ask();
  await expect.poll(look).toBe(state);
}
