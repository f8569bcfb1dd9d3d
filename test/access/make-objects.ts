import { randomUUID } from "node:crypto";
import { makeUser, type Player, type Stage } from "./callers.ts";

/** The relation of an object to the caller. */
export const RELATIONS = [
  "own",
  "same company",
  "other company",
  "deleted",
  "nonexistent",
  "wrong type",
] as const;
export type Relation = (typeof RELATIONS)[number];

export type Target = { id: string; ticket: string };

const alone = (id: string): Target => ({ id, ticket: id });

export async function makeRow(stage: Stage, name: string, text: string, values: unknown[]): Promise<string> {
  const { rows } = await stage.world.pool.query<{ id: string }>({ name, text, values });
  const [row] = rows;
  if (!row) throw new Error(`${name} made nothing`);
  return row.id;
}

/** The id where the relation is to nothing, or to something of another kind; else null. */
export async function missing(relation: Relation, wrong: () => Promise<string>) {
  if (relation === "nonexistent") return randomUUID();
  return relation === "wrong type" ? wrong() : null;
}

async function colleagueOf(stage: Stage, player: Player): Promise<string> {
  const known = COLLEAGUES.get(stage)?.get(player.company);
  if (known) return known;
  const { id } = await makeUser(stage, {
    role: player.isExternal ? "client" : "support_specialist",
    company: player.company,
    isExternal: player.isExternal,
  });
  COLLEAGUES.set(stage, (COLLEAGUES.get(stage) ?? new Map()).set(player.company, id));
  return id;
}
const COLLEAGUES = new WeakMap<Stage, Map<string, string>>();
const STRANGERS = new WeakMap<Stage, Map<string, string>>();

/** A client of another company. */
async function strangerOf(stage: Stage, player: Player): Promise<string> {
  const known = STRANGERS.get(stage)?.get(player.otherCompany);
  if (known) return known;
  const { id } = await makeUser(stage, { role: "client", company: player.otherCompany, isExternal: true });
  STRANGERS.set(stage, (STRANGERS.get(stage) ?? new Map()).set(player.otherCompany, id));
  return id;
}

export async function ticket(
  stage: Stage,
  player: Player,
  relation: Relation,
  { status = "open", clientless = false }: { status?: string; clientless?: boolean },
): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return alone(absent);
  const isOther = relation === "other company";
  const stranger = await strangerOf(stage, player);
  const near = relation === "same company" ? await colleagueOf(stage, player) : player.id;
  const ours = player.isExternal
    ? { client: near, company: player.company }
    : { client: stranger, company: player.otherCompany };
  const place = isOther ? { client: stranger, company: player.otherCompany } : ours;
  const now = stage.world.clock.now();
  const id = await makeRow(
    stage,
    "make-ticket",
    `with n as (select nextval('ticket_numbers_seq') as number),
      t as (insert into tickets (number, uid, subject, issue, status, priority, assignee_id, client_id, company_id,
          created_by, created, updated, closed, deleted_at)
        select number, 'WP-' || number, 'A subject', 'An issue', $1, 'normal', $2, $3, $4, $5::uuid, $6, $6, $7, $8 from n
        returning id, number),
      x as (insert into ticket_numbers (number, ticket_id) select number, id from t),
      w as (insert into ticket_words (ticket_id, public_words, staff_words)
        select id, 'subject'::tsvector, 'subject'::tsvector from t)
      select id from t`,
    [
      status,
      player.isExternal || isOther ? null : near,
      clientless ? null : place.client,
      place.company,
      player.id,
      now,
      status === "closed" ? now : null,
      relation === "deleted" ? now : null,
    ],
  );
  return alone(id);
}

/** Own and a colleague's on a ticket that the player sees; another company's on a ticket of that company. */
export async function comment(
  stage: Stage,
  player: Player,
  relation: Relation,
  visibility: "public" | "internal",
): Promise<Target> {
  const around = await ticket(stage, player, relation === "other company" ? "other company" : "own", {});
  const home = relation === "other company" ? await ticket(stage, player, "own", {}) : around;
  const absent = await missing(relation, async () => home.id);
  if (absent) return { id: absent, ticket: home.id };
  const author = await authorOf(stage, player, relation);
  const id = await makeRow(
    stage,
    "make-comment",
    `insert into comments (ticket_id, origin_ticket_id, author_id, visibility, comment, created_at, deleted_at)
     values ($1, $1, $2, $3, 'A comment', $4, $5) returning id`,
    [
      around.id,
      author,
      visibility,
      stage.world.clock.now(),
      relation === "deleted" ? stage.world.clock.now() : null,
    ],
  );
  return { id, ticket: home.id };
}

async function authorOf(stage: Stage, player: Player, relation: Relation): Promise<string> {
  if (relation === "same company") return colleagueOf(stage, player);
  return relation === "other company" ? strangerOf(stage, player) : player.id;
}

export async function file(
  stage: Stage,
  player: Player,
  relation: Relation,
  { draft }: { draft: boolean },
): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return alone(absent);
  const place = relation === "deleted" ? "own" : relation;
  const on = draft ? null : (await ticket(stage, player, place, {})).id;
  const now = stage.world.clock.now();
  const id = await makeRow(
    stage,
    "make-file",
    `insert into attachments (blob_hash, ticket_id, name, media_type, uploaded_by, created_at, deleted_at)
     select hash, $1::uuid, 'notes.txt', 'text/plain', $2::uuid, $3, $4 from blobs limit 1 returning id`,
    [on, await authorOf(stage, player, relation), now, relation === "deleted" ? now : null],
  );
  return alone(id);
}

export async function user(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation, async () => player.company);
  if (absent) return alone(absent);
  if (relation === "own") return alone(player.id);
  const isOther = relation === "other company";
  const { id } = await makeUser(stage, {
    role: player.isExternal || isOther ? "client" : "support_specialist",
    company: isOther ? player.otherCompany : player.company,
    isExternal: player.isExternal || isOther,
    standing: relation === "deleted" ? "deleted" : undefined,
  });
  return alone(id);
}

/** A person of the staff, for callers who are not. */
export async function staff(stage: Stage): Promise<Target> {
  return alone(
    (
      await makeUser(stage, {
        role: "support_specialist",
        company: stage.companies.internal,
        isExternal: false,
      })
    ).id,
  );
}

export async function company(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return alone(absent);
  if (relation === "own" || relation === "same company") return alone(player.company);
  const id = await makeRow(
    stage,
    "make-company",
    "insert into companies (name, description, contact_email, contact_phone, deleted_at) values ($1, 'What they do', 'desk@elsewhere.test', '+47 1', $2) returning id",
    [`Elsewhere ${randomUUID()}`, relation === "deleted" ? stage.world.clock.now() : null],
  );
  return alone(id);
}

/** A team the player is in, another team, and a department of a client company. */
export async function group(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return alone(absent);
  const isOther = relation === "other company";
  const id = await makeRow(
    stage,
    "make-group",
    "insert into groups (name, company_id, deleted_at) values ($1, $2, $3) returning id",
    [
      `Team ${randomUUID()}`,
      isOther ? stage.companies.kestrel : stage.companies.internal,
      relation === "deleted" ? stage.world.clock.now() : null,
    ],
  );
  if (relation === "own" || relation === "deleted")
    await stage.world.pool.query("insert into group_members (group_id, user_id) values ($1, $2)", [
      id,
      player.id,
    ]);
  return alone(id);
}

export async function role(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return alone(absent);
  const names = player.isExternal
    ? ["client_admin", "client", "manager"]
    : ["manager", "team_lead", "client"];
  const key = names[["own", "same company", "other company"].indexOf(relation)] ?? names[0];
  return alone(await makeRow(stage, "find-role", "select id from roles where key = $1", [key]));
}

export async function session(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return alone(absent);
  const now = stage.world.clock.now();
  const owner = await authorOf(stage, player, relation);
  const id = await makeRow(
    stage,
    "make-session",
    "insert into sessions (user_id, created_at, last_used_at, expires_at, revoked_at) values ($1, $2, $2, $3, $4) returning id",
    [owner, now, new Date(now.getTime() + 3_600_000), relation === "deleted" ? now : null],
  );
  return alone(id);
}

/** A mail that failed; a "deleted" one has been sent. */
export async function mail(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return alone(absent);
  const id = await makeRow(
    stage,
    "make-mail",
    `insert into mails (message_id, "to", subject, body_text, body_html, state)
     values ($1, 'somebody@cast.test', 'A subject', 'A text', '<p>A text</p>', $2) returning id`,
    [`<${randomUUID()}@cast.test>`, relation === "deleted" ? "sent" : "failed"],
  );
  return alone(id);
}

/** A bulk change that can be taken back, by the player or somebody else. */
export async function actionGroup(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  return makeAction(
    stage,
    [player, relation],
    ["ticket.changed", "public", '{"status":"pending"}', '{"status":"open"}'],
  );
}

export async function tag(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return alone(absent);
  const gone = relation === "deleted" ? stage.world.clock.now() : null;
  return alone(
    await makeRow(stage, "make-tag", "insert into tags (name, deleted_at) values ($1, $2) returning id", [
      `tag-${randomUUID()}`,
      gone,
    ]),
  );
}

/** A view for all staff, of the player or a colleague. */
export async function view(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  return makeView(stage, player, relation, "everyone");
}

/** A view that its owner alone has. */
export async function personalView(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  return makeView(stage, player, relation, "me");
}

async function makeView(
  stage: Stage,
  player: Player,
  relation: Relation,
  audience: "me" | "everyone",
): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return alone(absent);
  return alone(
    await makeRow(
      stage,
      "make-view",
      `insert into views (name, audience, owner_id, query, created_at, updated_at)
       values ($1, $2, $3, '{"active":true}', $4, $4) returning id`,
      [`View ${randomUUID()}`, audience, await authorOf(stage, player, relation), stage.world.clock.now()],
    ),
  );
}

/** A saved reply for all staff, of the player or a colleague. */
export async function reply(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  return makeReply(stage, [player, relation], { audience: "everyone", deleted: false });
}

/** A saved reply that its owner alone has. */
export async function personalReply(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  return makeReply(stage, [player, relation], { audience: "me", deleted: false });
}

/** The same, deleted and not yet forgotten. */
export async function deletedReply(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  return makeReply(stage, [player, relation], { audience: "everyone", deleted: true });
}

export async function deletedPersonalReply(
  stage: Stage,
  player: Player,
  relation: Relation,
): Promise<Target> {
  return makeReply(stage, [player, relation], { audience: "me", deleted: true });
}

async function makeReply(
  stage: Stage,
  [player, relation]: [Player, Relation],
  { audience, deleted }: { audience: "me" | "everyone"; deleted: boolean },
): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return alone(absent);
  const now = stage.world.clock.now();
  return alone(
    await makeRow(
      stage,
      "make-reply",
      `with made as (
         insert into saved_replies (name, audience, owner_id, effects, created_at, updated_at, deleted_at)
         values ($1, $2, $3, '{"priority":"high"}', $4, $4, $5) returning id),
       text as (insert into saved_reply_texts (reply_id, language, position, body)
         select id, 'en', 0, 'Hello {{client.first_name|there}}' from made)
       select id from made`,
      [`Reply ${randomUUID()}`, audience, await authorOf(stage, player, relation), now, deleted ? now : null],
    ),
  );
}

/** The group of an action that changed the tags of a ticket. */
export async function tagging(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  return makeAction(
    stage,
    [player, relation],
    ["ticket.tagged", "internal", '{"tags":[]}', '{"tags":["matrix"]}'],
  );
}

/** A row of the Inbox of the caller, or of a colleague. The id is the ticket's. */
export async function inboxRow(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return alone(absent);
  const isTrashed = relation === "deleted";
  const on = await ticket(stage, player, relation, {});
  const owner = relation === "own" || isTrashed ? player.id : await colleagueOf(stage, player);
  await stage.world.pool.query({
    name: "make-inbox-row",
    text: `insert into inbox_items (ticket_id, user_id, reason, mentioned, happened_at, last_event, in_trash)
      values ($1, $2, 'replied', false, $3, $4, $5)`,
    values: [on.id, owner, stage.world.clock.now(), randomUUID(), isTrashed],
  });
  return on;
}

/** An item on the checklist of a ticket that stands to the player as asked; a deleted one leaves no row. */
export async function checklistItem(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation === "deleted" ? "nonexistent" : relation, async () => player.id);
  if (absent) return { id: absent, ticket: (await ticket(stage, player, "own", {})).id };
  const on = await ticket(stage, player, relation, {});
  const id = await makeRow(
    stage,
    "make-checklist-item",
    `insert into checklist_items (ticket_id, text, position, created_by, created_at)
     values ($1, 'An item', 1, $2, $3) returning id`,
    [on.id, player.id, stage.world.clock.now()],
  );
  return { id, ticket: on.id };
}

/** The group of an action that deleted an item of a checklist. */
export async function checklistDeletion(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const now = stage.world.clock.now().toISOString();
  const item = { position: 1, done_at: null, done_by: null, created_by: player.id, created_at: now };
  const before = JSON.stringify({ name: "An item", item_id: randomUUID(), item });
  return makeAction(stage, [player, relation], ["checklist.deleted", "internal", before, "{}"]);
}

/** One event on a ticket, as the kind, audience, before and after of an action that can be taken back. */
export async function makeAction(
  stage: Stage,
  [player, relation]: [Player, Relation],
  event: [kind: string, audience: string, before: string, after: string],
): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return alone(absent);
  const on = await ticket(stage, player, relation, {});
  const id = randomUUID();
  await stage.world.pool.query({
    name: "make-action",
    text: `insert into history (id, entity, entity_id, occurred_at, principal_id, group_id, kind, audience, before, after)
      values ($1, 'ticket', $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      randomUUID(),
      on.id,
      stage.world.clock.now(),
      await authorOf(stage, player, relation),
      id,
      ...event,
    ],
  });
  return { id, ticket: on.id };
}
