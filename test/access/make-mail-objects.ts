import { randomUUID } from "node:crypto";
import type { Player, Stage } from "./callers.ts";
import { company, makeRow, missing, type Relation, type Target, ticket, user } from "./make-objects.ts";

/** A held mail; a "deleted" one has been ignored. */
export async function incoming(stage: Stage, _player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation, async () => stage.companies.internal);
  const id =
    absent ??
    (await insertMail(stage, {
      state: relation === "deleted" ? "ignored" : "held",
      user: null,
      ticket: null,
    }));
  return { id, ticket: id };
}

/**
 * A mail on a ticket of the player's own, from the player or a colleague; another company's stands on a ticket there, and a
 * "deleted" one is held, which nobody sees below a ticket.
 */
export async function ticketMail(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const home = await ticket(stage, player, "own", {});
  const absent = await missing(relation, async () => home.id);
  if (absent) return { id: absent, ticket: home.id };
  const isOther = relation === "other company";
  const around = isOther ? await ticket(stage, player, "other company", {}) : home;
  const sender = relation === "same company" ? (await user(stage, player, "same company")).id : player.id;
  const state = relation === "deleted" ? "held" : "done";
  return { id: await insertMail(stage, { state, user: sender, ticket: around.id }), ticket: home.id };
}

type Mail = { state: string; user: string | null; ticket: string | null };

function insertMail(stage: Stage, { state, user, ticket }: Mail): Promise<string> {
  return makeRow(
    stage,
    "make-incoming",
    `insert into incoming_mails (id, identity, raw_hash, bytes, from_address, from_name, subject, state, reason, words,
        user_id, ticket_id, received_at)
      select $1, $2, hash, bytes, $3, 'A Sender', 'A subject', $4, 'unknown_sender', 'A text', $5, $6, $7
      from blobs limit 1 returning id`,
    [
      randomUUID(),
      Buffer.from(randomUUID()),
      `${randomUUID()}@cast.test`,
      state,
      user,
      ticket,
      stage.world.clock.now(),
    ],
  );
}

export async function block(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  const id =
    absent ??
    (await makeRow(
      stage,
      "make-block",
      "insert into sender_blocks (sender, blocked_by, blocked_at) values ($1, $2, $3) returning id",
      [`${randomUUID()}.test`, player.id, stage.world.clock.now()],
    ));
  return { id, ticket: id };
}

export const furtherAddress = (id: string) => `further-${id}@cast.test`;

/** A person with a further address. */
export async function address(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const owner = await user(stage, player, relation);
  if (relation !== "nonexistent" && relation !== "wrong type")
    await stage.world.pool.query({
      name: "make-address",
      text: `insert into user_addresses (address, user_id, added_by, added_at) values ($1, $2, $3, $4)
        on conflict do nothing`,
      values: [furtherAddress(owner.id), owner.id, player.id, stage.world.clock.now()],
    });
  return owner;
}

export const mailDomain = (id: string) => `mail-${id}.test`;

/** A company with a mail domain. */
export async function domain(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const owner = await company(stage, player, relation);
  if (relation !== "nonexistent" && relation !== "wrong type")
    await stage.world.pool.query({
      name: "make-domain",
      text: `insert into company_domains (domain, company_id, added_by, added_at) values ($1, $2, $3, $4)
        on conflict do nothing`,
      values: [mailDomain(owner.id), owner.id, player.id, stage.world.clock.now()],
    });
  return owner;
}

/** A mailbox that mail is handed in to; never the default one. */
export async function mailbox(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return { id: absent, ticket: absent };
  const id = await makeRow(
    stage,
    "make-mailbox",
    `with p as (insert into principals (kind, name) values ('mailbox', $1) returning id)
      insert into mailboxes (id, address, name, kind, state_since, created_at, deleted_at)
      select id, $1, $1, 'listen', $2, $2, $3 from p returning id`,
    [
      `${randomUUID()}@desk.test`,
      stage.world.clock.now(),
      relation === "deleted" ? stage.world.clock.now() : null,
    ],
  );
  return { id, ticket: id };
}
