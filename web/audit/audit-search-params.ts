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

function isDay(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}
