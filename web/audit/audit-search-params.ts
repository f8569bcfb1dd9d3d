import { type EventEntity, LIVE_TOPICS } from "#contract/events.ts";
import { LIMITS } from "#contract/limits.ts";

export type AuditEntity = EventEntity;

/** The search parameters of the audit log; days are those of the reader's time zone. */
export type AuditSearch = { search?: string; entity?: AuditEntity; from?: string; to?: string };

export const AUDIT_ENTITIES = Object.keys(LIVE_TOPICS).filter(isEntity);

/** Reads hand-written search parameters: unknown and malformed values are ignored. */
export function readAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const search = typeof raw.search === "string" ? raw.search.trim().slice(0, LIMITS.search) : "";
  return {
    ...(search && { search }),
    ...(isEntity(raw.entity) && { entity: raw.entity }),
    ...(isDay(raw.from) && { from: raw.from }),
    ...(isDay(raw.to) && { to: raw.to }),
  };
}

function isEntity(value: unknown): value is AuditEntity {
  return typeof value === "string" && Object.hasOwn(LIVE_TOPICS, value);
}

/** A year that is being typed begins as 0002: only those of this century are meant. */
export function isDay(value: unknown): value is string {
  return typeof value === "string" && /^20\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
}
