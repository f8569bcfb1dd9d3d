import { PRESET_TARGETS } from "#contract/sla/preset.ts";
import type { Name, World } from "../support/app/app-with-people.ts";
import { insertIncoming, insertMailbox } from "../support/incoming/insert-incoming.ts";
import { runClocks } from "../support/sla-clock/service-levels.ts";
import { OFFICE_WEEK } from "../support/calendars/week-of.ts";

/** One word a company, one for texts that only some of a company may read, one for the staff: nothing else holds them. */
export const CANARY_WORDS = {
  kestrel: "kestrelcanary",
  kestrelAlone: "merlincanary",
  aster: "astercanary",
  asterAlone: "linnetcanary",
  staff: "staffcanary",
} as const;

export type Garden = {
  /** Everything that exists, by the name of the parameter it fills. */
  ids: Record<string, string[]>;
  of: Record<"kestrel" | "aster", string[]>;
  /** Tickets of the client admins, which their plain clients do not see. */
  colleagues: Record<"kestrel" | "aster", string>;
  /** Something of everything happens in a company. */
  stir(company: "kestrel" | "aster"): Promise<void>;
};

const HOMES = {
  kestrel: { admin: "priya", client: "tomas", word: CANARY_WORDS.kestrel, alone: CANARY_WORDS.kestrelAlone },
  aster: { admin: "helena", client: "jonas", word: CANARY_WORDS.aster, alone: CANARY_WORDS.asterAlone },
} as const;

/** Puts the words wherever people write: through the server, as people do. */
export async function plantCanaryWords(world: World): Promise<Garden> {
  const garden: Garden = {
    ids: {
      user_id: [],
      company_id: [],
      ticket_id: [],
      comment_id: [],
      attachment_id: [],
      group_id: [],
      role_id: [],
      mail_id: [],
      calendar_id: [],
      policy_id: [],
      scope: ["organization"],
    },
    of: { kestrel: [], aster: [] },
    colleagues: { kestrel: "", aster: "" },
    stir: (company) => stir(world, garden, company),
  };
  await plantServiceLevels(world, garden);
  for (const company of ["kestrel", "aster"] as const) await plantCompany(world, garden, company);
  await plantStaff(world, garden);
  await linkAcross(world, garden);
  await joinInOneIncident(world, garden);
  for (const company of ["kestrel", "aster"] as const) await mergeAndSplit(world, garden, company);
  await judgeOneAgain(world, garden);
  const roles = await world.db.selectFrom("roles").select("id").execute();
  garden.ids["role_id"] = roles.map(({ id }) => id);
  return garden;
}

/** Service levels that are older than every ticket; the terms of a company are its own and the staff's. */
async function plantServiceLevels(world: World, garden: Garden): Promise<void> {
  const maren = world.as("maren");
  const create = async (name: string, for_everyone = false) => {
    const { id } = await ok(maren.post("/sla/policies", { name, targets: PRESET_TARGETS, for_everyone }));
    garden.ids["policy_id"]?.push(id);
    return id;
  };
  await create(`${CANARY_WORDS.staff} care`, true);
  for (const company of ["kestrel", "aster"] as const) {
    const policy_id = await create(`${CANARY_WORDS.staff} ${HOMES[company].word} care`);
    const scope = world.companies[company];
    garden.ids["scope"]?.push(scope);
    await ok(maren.put(`/sla/assignments/${scope}`, { policy_id, base_assignment_id: null }));
  }
  await world.drain();
}

/** Clocks ran, somebody was warned, and of one ticket of each company a target was judged again. */
async function judgeOneAgain(world: World, { of }: Garden): Promise<void> {
  await runClocks(world);
  for (const id of [...of.kestrel, ...of.aster]) {
    const { clocks } = await ok(world.as("maren").get(`/tickets/${id}/sla`));
    const decided = clocks.find(({ may_judge_again }: { may_judge_again: boolean }) => may_judge_again);
    if (!decided) continue;
    const { target, cycle } = decided;
    const body = { target, cycle, reason: `${CANARY_WORDS.staff} reason` };
    await ok(world.as("maren").post(`/tickets/${id}/sla/judge-again`, body));
  }
}

async function plantCompany(world: World, garden: Garden, company: "kestrel" | "aster"): Promise<void> {
  const { admin, client, word, alone } = HOMES[company];
  const maren = world.as("maren");
  const keep = (name: string, id: string) => garden.ids[name]?.push(id);
  const companyId = world.companies[company];
  keep("company_id", companyId);
  const described = {
    name: `${word} Ltd`,
    description: `${alone} what they do`,
    contact_email: `desk@${alone}.test`,
    contact_phone: `${alone} 47`,
  };
  await ok(maren.patch(`/companies/${companyId}`, described));
  for (const name of [admin, client]) {
    keep("user_id", world.idOf(name));
    const city = name === admin ? alone : word;
    await ok(
      maren.patch(`/users/${world.idOf(name)}`, {
        fullname: `${name} ${word}`,
        phone_number: `${city} 12`,
        city,
        state: city,
      }),
    );
  }
  const group = await ok(maren.post("/groups", { name: `${word} site`, company_id: companyId }));
  keep("group_id", group.id);
  const third = await ok(
    maren.post("/users", {
      email: `third@${alone}.test`,
      // Colleagues on whose tickets one may answer know each other by name (rule 641).
      fullname: `Third ${word}`,
      password: "a long pass phrase",
      user_type: "external",
      company_id: companyId,
    }),
  );
  keep("user_id", third.id);
  await ok(
    maren.post(`/users/${third.id}/roles:set`, { role_names: ["client_admin"], reason: `${alone} reason` }),
  );
  await ok(maren.post(`/users/${third.id}/roles:set`, { role_names: ["Client"], reason: `${alone} reason` }));
  garden.of[company] = [
    await plantTicket(world, garden, client, word),
    await plantTicket(world, garden, admin, alone),
  ];
  await plantMails(world, garden, company);
  garden.colleagues[company] = garden.of[company][1] ?? "";
  await maren.delete(`/tickets/${await plantTicket(world, garden, client, alone)}`);
}

const texts = (by: string) => ({
  from_address: `${by}@mail.test`,
  from_name: `${by} sender`,
  subject: `${by} mail`,
  words: `${by} new words`,
  quoted: `> ${by} older words`,
  recipients: JSON.stringify({ to: [{ name: by, address: `${by}@to.test` }], cc: [] }),
});

/** What came in: the client's own mail, a colleague's, one that waits for a person, and what is set up for all of it. */
async function plantMails(world: World, garden: Garden, company: "kestrel" | "aster"): Promise<void> {
  const { admin, client, word, alone } = HOMES[company];
  const maren = world.as("maren");
  const [own = "", other = ""] = garden.of[company];
  const done = { state: "done" as const, reason: null };
  garden.ids["mail_id"]?.push(
    await insertIncoming(world, { ...texts(word), ...done, ticket_id: own, user_id: world.idOf(client) }),
    await insertIncoming(world, { ...texts(alone), ...done, ticket_id: other, user_id: world.idOf(admin) }),
    await insertIncoming(world, {
      ...texts(CANARY_WORDS.staff),
      ticket_id: own,
      user_id: world.idOf(client),
    }),
    await insertIncoming(world, {
      ...texts(CANARY_WORDS.staff),
      ...done,
      kind: "automatic",
      ticket_id: own,
      user_id: world.idOf(client),
    }),
  );
  await insertMailbox(world, `${company}@${CANARY_WORDS.staff}.test`);
  await ok(maren.post(`/users/${world.idOf(client)}/addresses`, { address: `${alone}@further.test` }));
  await ok(maren.post(`/companies/${world.companies[company]}/domains`, { domain: `${alone}.test` }));
}

async function plantTicket(world: World, garden: Garden, by: Name, word: string): Promise<string> {
  const raised = await ok(
    world.as(by).post("/tickets", { subject: `${word} subject`, issue: `${word} issue` }),
  );
  const id: string = raised.ticket.id;
  garden.ids["ticket_id"]?.push(id);
  await talk(world, garden, { id, by, word });
  garden.ids["attachment_id"]?.push(await upload(world, by, `/tickets/${id}/attachments`, word));
  const noted = await upload(world, "idris", "/uploads", CANARY_WORDS.staff);
  garden.ids["attachment_id"]?.push(noted);
  const note = {
    comment: `${CANARY_WORDS.staff} note for @${world.people.lena.fullname}`,
    visibility: "internal",
    attachment_ids: [noted],
    mentions: [world.idOf("lena")],
  };
  garden.ids["comment_id"]?.push((await ok(world.as("idris").post(`/tickets/${id}/comments`, note))).id);
  await ok(world.as("idris").put(`/tickets/${id}`, { assignee_id: world.idOf("idris") }));
  await ok(world.as("idris").put(`/tickets/${id}/tags`, { tags: [CANARY_WORDS.staff, `${word}-tag`] }));
  await ok(
    world.as("idris").post(`/tickets/${id}/checklist`, { text: `${CANARY_WORDS.staff} ${word} item` }),
  );
  await wait(world, garden, id);
  await ok(world.as(by).put(`/tickets/${id}/draft`, { text: `${word} begun` }));
  return id;
}

/** What waits, for a moment or for days, with a file, and what is begun: nothing of it is for clients. */
async function wait(world: World, garden: Garden, id: string): Promise<void> {
  const file = await upload(world, "idris", "/uploads", CANARY_WORDS.staff);
  garden.ids["attachment_id"]?.push(file);
  const answer = { comment: `${CANARY_WORDS.staff} waits`, stop_if_answered: false };
  const send_at = new Date(world.clock.now().getTime() + 24 * 3_600_000).toISOString();
  const later = { ...answer, send_at, attachment_ids: [file] };
  await ok(world.as("idris").post(`/tickets/${id}/scheduled`, later));
  await ok(world.as("lena").post(`/tickets/${id}/scheduled`, { ...answer, hold_seconds: 60 }));
  await ok(world.as("idris").put(`/tickets/${id}/draft`, { text: `${CANARY_WORDS.staff} begun` }));
}

async function talk(world: World, garden: Garden, { id, by, word }: { id: string; by: Name; word: string }) {
  const said = await ok(world.as(by).post(`/tickets/${id}/comments`, { comment: `${word} first words` }));
  await ok(world.as(by).put(`/tickets/${id}/comments/${said.id}`, { comment: `${word} better words` }));
  const answer = await ok(world.as("idris").post(`/tickets/${id}/comments`, { comment: `${word} answer` }));
  garden.ids["comment_id"]?.push(said.id, answer.id);
  const gone = await ok(world.as(by).post(`/tickets/${id}/comments`, { comment: `${word} taken back` }));
  await world.as(by).delete(`/tickets/${id}/comments/${gone.id}`);
}

async function plantStaff(world: World, garden: Garden): Promise<void> {
  const maren = world.as("maren");
  for (const name of ["maren", "rafael", "lena", "idris", "nobody"] as const) {
    garden.ids["user_id"]?.push(world.idOf(name));
    if (name === "nobody") continue;
    await ok(
      maren.patch(`/users/${world.idOf(name)}`, {
        phone_number: `${CANARY_WORDS.staff} 1`,
        city: CANARY_WORDS.staff,
      }),
    );
  }
  const lena = world.idOf("lena");
  await ok(
    maren.post(`/users/${lena}/roles:set`, {
      role_names: ["team_lead", "manager"],
      reason: CANARY_WORDS.staff,
    }),
  );
  await ok(maren.post(`/users/${lena}/roles:set`, { role_names: ["team_lead"], reason: CANARY_WORDS.staff }));
  garden.ids["company_id"]?.push(world.companies.internal);
  const { calendar } = await ok(
    maren.post("/calendars", {
      name: `${CANARY_WORDS.staff} hours`,
      zone: "Europe/London",
      week: OFFICE_WEEK,
      days: [{ day: "2026-12-25", name: `${CANARY_WORDS.staff} party`, hours: null }],
    }),
  );
  garden.ids["calendar_id"]?.push(calendar.id);
}

/** Each company's tickets are linked to the other one's, which opens nothing. */
async function linkAcross(world: World, { of }: Garden): Promise<void> {
  for (const ours of of.kestrel)
    for (const theirs of of.aster)
      await ok(world.as("idris").post(`/tickets/${ours}/links`, { kind: "related", ticket_id: theirs }));
}

/** All of them belong to one incident, whose answer says to each what is its own. */
async function joinInOneIncident(world: World, { of }: Garden): Promise<void> {
  const idris = world.as("idris");
  const child_ids = [...of.kestrel, ...of.aster];
  const subject = `${CANARY_WORDS.staff} outage`;
  const { ticket } = await ok(
    idris.post("/incidents", { subject, issue: `${CANARY_WORDS.staff} fault`, ticket_ids: child_ids }),
  );
  const comment = "{{client.name}} of {{company.name}}: {{ticket.subject}} is over.";
  await ok(idris.post(`/tickets/${ticket.id}/answer-all`, { comment, child_ids, closed_ids: child_ids }));
}

/** A further ticket of each company becomes part of one, with its notes, and a comment of another is split off. */
async function mergeAndSplit(world: World, garden: Garden, company: "kestrel" | "aster"): Promise<void> {
  const { client, word } = HOMES[company];
  const [own = "", other = ""] = garden.of[company];
  const idris = world.as("idris");
  const double = await ok(
    world.as(client).post("/tickets", { subject: `${word} double`, issue: `${word} double` }),
  );
  await talk(world, garden, { id: double.ticket.id, by: client, word });
  await ok(idris.post(`/tickets/${own}/merge`, { ids: [double.ticket.id] }));
  const { comments } = await ok(idris.get(`/tickets/${other}/comments`));
  const body = { comment_ids: [comments[0].id], subject: `${word} apart`, issue: `${word} apart` };
  await ok(idris.post(`/tickets/${other}/split`, body));
}

async function stir(world: World, garden: Garden, company: "kestrel" | "aster"): Promise<void> {
  const { client, admin, word } = HOMES[company];
  const [own = "", other = ""] = garden.of[company];
  await talk(world, garden, { id: own, by: client, word });
  await talk(world, garden, { id: other, by: admin, word });
  await ok(world.as("idris").put(`/tickets/${own}`, { priority: "high", subject: `${word} again` }));
  await ok(world.as("idris").put(`/tickets/${own}/tags`, { tags: [`${CANARY_WORDS.staff}-anew`] }));
  const view = { name: `${CANARY_WORDS.staff} anew`, audience: "everyone", query: { search: word } };
  await ok(world.as("lena").post("/views", view));
  await ok(world.as("idris").post(`/tickets/${own}/checklist`, { text: `${CANARY_WORDS.staff} anew` }));
  await answerWithReply(world, own, word);
  await ok(world.as(admin).patch(`/companies/${world.companies[company]}`, { description: `${word} anew` }));
  await ok(world.as(client).patch(`/users/${world.idOf(client)}`, { city: `${word} city` }));
}

/** A reply whose name and effects are the staff's; of its text the client reads what it becomes on the ticket. */
async function answerWithReply(world: World, ticket: string, word: string): Promise<void> {
  const made = await ok(
    world.as("lena").post("/replies", {
      name: `${CANARY_WORDS.staff} reply`,
      audience: "everyone",
      visibility: "internal",
      texts: [{ language: "en", body: `${CANARY_WORDS.staff} about {{ticket.subject}} ${word}` }],
      effects: { checklist: [`${CANARY_WORDS.staff} again`], add_tags: [`${CANARY_WORDS.staff}-reply`] },
    }),
  );
  await ok(world.as("idris").post(`/replies/${made.reply.id}/apply`, { ticket_ids: [ticket] }));
}

async function upload(world: World, by: Name, path: string, word: string): Promise<string> {
  const payload = [
    "--line",
    `Content-Disposition: form-data; name="file"; filename="${word}.txt"`,
    "Content-Type: text/plain",
    "",
    `${word} in a file`,
    "--line--",
    "",
  ].join("\r\n");
  const answer = await world.fastify.inject({
    method: "POST",
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${await world.tokenOf(by)}`,
      "content-type": "multipart/form-data; boundary=line",
    },
    payload,
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json().id;
}

type Answered = Promise<{ status: number; text: string; body: ReturnType<typeof JSON.parse> }>;

async function ok(call: Answered) {
  const { status, text, body } = await call;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body;
}
