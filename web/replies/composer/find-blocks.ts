import { findMissing, type MissingPlace } from "#contract/replies/render.ts";
import { ApiError, isRecord } from "#web/lib/api/api-error.ts";
import type { Effects, StaleEffect } from "../data.ts";
import type { Brought } from "./brought.ts";

/** Why words with a saved reply cannot go yet. */
export type Blocks = { places: MissingPlace[]; stale: StaleEffect[]; isBlocked: boolean };

/** Words that the server refused: why, and what was sent with them. */
export type Refused = { error: unknown; sent: { saved_reply_id?: string; effects?: Effects } };

/** What is left to fill in of a text, and to take off of what came with it. */
export function findBlocks(text: string, brought: Brought, refused: Refused | null): Blocks {
  const places = brought.id === null ? [] : findMissing(text);
  const refusedOf = refused ? staleIn(refused.error).filter((one) => isAsSent(brought, one, refused)) : [];
  const all = [...brought.stale, ...refusedOf];
  const stale = all.filter(
    (one, index) => isStillThere(brought, one) && all.findIndex((other) => isSame(one, other)) === index,
  );
  return { places, stale, isBlocked: places.length > 0 || stale.length > 0 };
}

/** What a refusal names in `facts.stale`. */
function staleIn(error: unknown): StaleEffect[] {
  const { facts } = error instanceof ApiError ? error.problem : {};
  const stale = isRecord(facts) ? facts["stale"] : [];
  return Array.isArray(stale) ? stale.filter(isStale) : [];
}

function isStale(value: unknown): value is StaleEffect {
  return isRecord(value) && typeof value["field"] === "string" && typeof value["name"] === "string";
}

function isStillThere({ id, effects }: Brought, { field, name }: StaleEffect): boolean {
  if (field === "reply") return id !== null;
  const value: Effects[keyof Effects] = effects[field];
  return Array.isArray(value) ? value.includes(name) : value !== undefined;
}

/** A refusal says nothing of what another saved reply has put in the place of what was refused. */
function isAsSent({ id, effects }: Brought, { field }: StaleEffect, { sent }: Refused): boolean {
  if (field === "reply") return id === sent.saved_reply_id;
  return Array.isArray(effects[field]) || effects[field] === sent.effects?.[field];
}

function isSame(one: StaleEffect, other: StaleEffect): boolean {
  return one.field === other.field && one.name === other.name;
}
