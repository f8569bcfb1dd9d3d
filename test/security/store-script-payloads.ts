import type { Name, World } from "../support/app/app-with-people.ts";

/** The ids of rows with payloads, by the parameter of their address. */
export type Sown = { tickets: string[]; people: string[]; fields: number };

/**
 * Puts payloads in every text that anybody can write: all of them in tickets and comments, where people from outside
 * write, and `share` of them where names stand. Payloads that the server refuses are left out.
 */
export async function sow(
  world: World,
  payloads: readonly string[],
  share: readonly string[],
): Promise<Sown> {
  let fields = 0;
  const put = async (
    who: Name,
    method: "POST" | "PUT" | "PATCH",
    path: string,
    body: Record<string, unknown>,
  ) => {
    const { status, body: reply } = await (await signedIn(world, who)).call(method, path, { body });
    if (status < 300) fields += Object.keys(body).length;
    return status < 300 ? reply : null;
  };
  const maren = world.idOf("maren");

  const tickets = await each(payloads, async (text) => {
    const made = await put("tomas", "POST", "/tickets", { subject: text, issue: text });
    return made?.ticket.id ?? null;
  });
  const [first = "", second = "", third = ""] = tickets;
  await each(payloads, async (text, at) => {
    const on = at % 2 === 0 ? first : second;
    const said = await put(at % 3 === 0 ? "idris" : "tomas", "POST", `/tickets/${on}/comments`, {
      comment: text,
      visibility: at % 6 === 0 ? "internal" : "public",
    });
    if (said && at % 10 === 1)
      await put("tomas", "PUT", `/tickets/${on}/comments/${said.id}`, { comment: `${text} ${text}` });
    return null;
  });

  await each(share, async (name, at) => {
    const company = await put("maren", "POST", "/companies", { name: `${name} ${at}`, description: name });
    for (const [field, text] of [
      ["contact_phone", name],
      ["contact_email", `"${name}"@evil.test`],
    ] as const)
      if (company) await put("maren", "PATCH", `/companies/${company.id}`, { [field]: text });
    await put("maren", "POST", "/groups", { name });
    await put("maren", "POST", "/groups", { name, company_id: world.companies.kestrel });
    await put("idris", "PUT", `/tickets/${third}`, { subject: name, issue: name });
    return null;
  });
  const people = await each(share, async (fullname, at) => {
    const made = await put("maren", "POST", "/users/invite", {
      email: `sown${at}@evil.test`,
      fullname,
      ...(at % 2 === 0
        ? { user_type: "external", company_id: world.companies.kestrel, role_names: ["Client"] }
        : { user_type: "internal", role_names: ["support_specialist"] }),
    });
    if (made)
      for (const field of ["phone_number", "city", "state"])
        await put("maren", "PATCH", `/users/${made.id}`, { [field]: fullname });
    return made?.id ?? null;
  });
  for (const [at, reason] of share.entries())
    await put("maren", "POST", `/users/${world.idOf("lena")}/roles:set`, {
      role_names: [at % 2 === 0 ? "manager" : "team_lead"],
      reason,
    });
  // A message holds ten files.
  for (const [at, name] of share.entries())
    if (await attach(world, tickets[at % tickets.length] ?? "", name)) fields += 1;
  // Twice, so that the second change shows the first in the histories.
  for (const city of share.slice(0, 2)) await put("maren", "PATCH", `/users/${maren}`, { city, state: city });
  return { tickets: [first, second, third, ...tickets.slice(3)], people, fields };
}

/** Puts one payload in every field of which there is only one, such as the settings. */
export async function sowSingle(world: World, text: string): Promise<void> {
  const maren = await signedIn(world, "maren");
  await maren.patch("/settings", { brand_name: text });
  await maren.patch("/settings", { brand_short_name: text });
  await maren.patch("/settings", { ticket_prefix: text });
  await maren.patch(`/companies/${world.companies.kestrel}`, { name: text, description: text });
  await maren.patch(`/companies/${world.companies.kestrel}`, { contact_phone: text });
  for (const name of ["maren", "idris", "tomas"] as const)
    for (const field of ["fullname", "phone_number", "city", "state"])
      await (await signedIn(world, name)).patch(`/users/${world.idOf(name)}`, { [field]: text });
}

const tokens = new WeakMap<World, Map<Name, Promise<string>>>();

/** One session a person: their settings list each, and thousands of them would be most of what the browser draws. */
function tokenOf(world: World, name: Name): Promise<string> {
  const known = tokens.get(world) ?? new Map<Name, Promise<string>>();
  tokens.set(world, known);
  const token = known.get(name) ?? world.tokenOf(name);
  known.set(name, token);
  return token;
}

async function signedIn(world: World, name: Name): Promise<ReturnType<World["as"]>> {
  return world.withToken(await tokenOf(world, name));
}

async function attach(world: World, ticket: string, name: string): Promise<boolean> {
  const payload = [
    "--line",
    // As browsers write what a quoted name cannot hold.
    `Content-Disposition: form-data; name="file"; filename="${name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A")}"`,
    "Content-Type: text/html",
    "",
    name,
    "--line--",
    "",
  ].join("\r\n");
  const answer = await world.fastify.inject({
    method: "POST",
    url: `/api/tickets/${ticket}/attachments`,
    headers: {
      authorization: `Bearer ${await tokenOf(world, "tomas")}`,
      "content-type": "multipart/form-data; boundary=line",
    },
    payload,
  });
  return answer.statusCode === 201;
}

/** Four at a time, in order; what came to nothing is left out. */
async function each(
  all: readonly string[],
  work: (text: string, at: number) => Promise<string | null>,
): Promise<string[]> {
  const done: (string | null)[] = [];
  const queue = all.entries();
  const worker = async () => {
    for (const [at, text] of queue) done[at] = await work(text, at);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return done.filter((id) => id !== null && id !== undefined);
}
