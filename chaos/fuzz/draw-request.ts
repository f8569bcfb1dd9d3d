import type { SeededRandom } from "#server/lib/seeded-random.ts";
import {
  HOSTILE_BODIES,
  HOSTILE_ESCAPES,
  HOSTILE_HEADERS,
  HOSTILE_TEXTS,
  HOSTILE_VALUES,
} from "./hostile-values.ts";
import { PASSWORD } from "../load/person-with-password.ts";
import type { Operation } from "./list-operations.ts";
import type { FuzzRequest } from "./send-request.ts";
import type { ThrowawayDesk } from "./throwaway-desk.ts";

/** The headers that the server reads. */
const READ_HEADERS = [
  "idempotency-key",
  "if-match",
  "if-none-match",
  "last-event-id",
  "user-agent",
  "accept-encoding",
  "accept-language",
  "authorization",
  "content-type",
  "cookie",
  "sec-fetch-site",
  "origin",
  "x-forwarded-for",
] as const;

type Place = { kind: "field" | "query" | "param" | "header" | "file" | "body"; name: string };

/**
 * Draws a request to an operation that is right but for one to three places. What is drawn depends on the seed alone, and
 * never on answers; ids come from the desk.
 */
export function drawRequest(dice: SeededRandom, operation: Operation, desk: ThrowawayDesk): FuzzRequest {
  const hostile = Array.from({ length: dice.pick([1, 1, 1, 2, 3]) }, () => drawPlace(dice, operation));
  const is = (kind: Place["kind"], name: string) =>
    hostile.some((place) => place.kind === kind && place.name === name);
  const caller = drawCaller(dice, operation, desk);
  const path = drawPath(dice, operation, desk, { is, caller });
  const body = drawBody(dice, operation, desk, { is, caller });
  const headers: Record<string, string> = {
    ...(caller.token === "" ? {} : { authorization: `Bearer ${caller.token}` }),
    ...(body.type === null ? {} : { "content-type": body.type }),
    // Limits of a network are not what is tried here.
    "x-forwarded-for": `10.${dice.below(256)}.${dice.below(256)}.${dice.below(256)}`,
  };
  for (const name of READ_HEADERS) if (is("header", name)) headers[name] = dice.pick(HOSTILE_HEADERS);
  const label = `${operation.name} (${caller.who}): ${hostile.map(({ kind, name }) => `${kind} ${name}`).join(", ")}`;
  return { label, method: operation.method, path, headers, body: body.bytes };
}

type Drawn = { is: (kind: Place["kind"], name: string) => boolean; caller: { id: string } };

/** A place of the operation: mostly one that it reads itself, seldom a header. */
function drawPlace(dice: SeededRandom, { fields, query, params, method, isMultipart }: Operation): Place {
  const kinds = [
    ...(fields.length > 0 ? (["field", "field", "field", "field", "field", "field"] as const) : []),
    ...(query.length > 0 ? (["query", "query", "query", "query"] as const) : []),
    ...(params.length > 0 ? (["param"] as const) : []),
    ...(isMultipart ? (["file", "file", "file", "file"] as const) : []),
    ...(method === "GET" ? [] : (["body"] as const)),
    "header" as const,
  ];
  const kind = dice.pick(kinds);
  if (kind === "body" || kind === "file") return { kind, name: "" };
  const names = {
    field: [...fields, "unknown"],
    query: [...query, "unknown"],
    param: params,
    header: READ_HEADERS,
  };
  return { kind, name: dice.pick(names[kind]) };
}

function drawCaller(dice: SeededRandom, { endsCaller }: Operation, desk: ThrowawayDesk) {
  const draw = dice.next();
  if (draw < 0.1) return { who: "nobody", id: dice.pick(desk.doomed).id, token: "" };
  if (draw < 0.3) return { who: "client", ...dice.pick(desk.customers) };
  return { who: "administrator", ...dice.pick(endsCaller ? desk.doomed : desk.administrators) };
}

function drawPath(
  dice: SeededRandom,
  operation: Operation,
  desk: ThrowawayDesk,
  { is, caller }: Drawn,
): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (is("param", name)) return drawEscaped(dice);
    // Credentials are changed by oneself alone.
    return /change-/.test(operation.path) ? caller.id : drawId(dice, name, desk, operation.deletes);
  });
  const names = [...operation.query, "unknown"].filter(
    (name) => is("query", name) || (name !== "unknown" && dice.chance(0.1)),
  );
  const query = names.map((name) => {
    const value = is("query", name) ? drawEscaped(dice) : drawUsual(dice, name, desk);
    return dice.chance(0.02) ? `${name}=${value}&${name}=${value}` : `${name}=${value}`;
  });
  return `/api${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

function drawEscaped(dice: SeededRandom): string {
  if (dice.chance(0.2)) return dice.pick(HOSTILE_ESCAPES);
  // A line of a request has room for 16 kB.
  return encodeURIComponent(dice.pick(HOSTILE_TEXTS).slice(0, 2000).toWellFormed());
}

/** An id of the desk, seldom one of a kind that does not fit. */
function drawId(dice: SeededRandom, name: string, { ids }: ThrowawayDesk, deletes = false): string {
  const fitting = ids[name] ?? [];
  const known = fitting.length > 0 && !dice.chance(0.05) ? fitting : (ids["ticket_id"] ?? []);
  const quarter = Math.ceil(known.length / 4);
  return dice.pick(deletes ? known.slice(0, quarter) : known.slice(known.length > 4 ? quarter : 0));
}

function drawUsual(dice: SeededRandom, name: string, desk: ThrowawayDesk): string {
  if (name.endsWith("_id")) return drawId(dice, name, desk);
  return dice.pick(["1", "true", "open", "asc", "fuzz", "2026-11-20"]);
}

type Body = { bytes: Buffer | null; type: string | null };

function drawBody(
  dice: SeededRandom,
  operation: Operation,
  desk: ThrowawayDesk,
  { is, caller }: Drawn,
): Body {
  if (is("body", "")) return { bytes: Buffer.from(dice.pick(HOSTILE_BODIES)), type: "application/json" };
  if (operation.isMultipart) return drawUpload(dice);
  if (operation.fields.length === 0) return { bytes: null, type: null };
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(operation.example))
    body[name] = name.endsWith("_id") ? drawId(dice, name, desk) : value;
  if ("ids" in body) body["ids"] = [drawId(dice, "ticket_id", desk)];
  // Each creation needs a name of its own.
  for (const name of ["email", "new_email"]) if (name in body) body[name] = `${dice.id()}@fuzz.example`;
  if (operation.path === "/auth/login") body["email"] = `${caller.id}@chaos.test`;
  for (const name of ["password", "current_password"]) if (name in body) body[name] = PASSWORD;
  if ("name" in body) body["name"] = `Fuzz ${dice.id()}`;
  for (const name of [...operation.fields, "unknown"])
    if (is("field", name)) body[name] = dice.pick(HOSTILE_VALUES);
  return { bytes: Buffer.from(JSON.stringify(body)), type: "application/json" };
}

/** A form with one file, whose name, type, length and frame may each be wrong. */
function drawUpload(dice: SeededRandom): Body {
  const name = toLine(dice.pick(HOSTILE_TEXTS)).replaceAll('"', "%22");
  const field = dice.chance(0.8) ? "file" : name;
  const type = dice.chance(0.8) ? "image/png" : toLine(dice.pick(HOSTILE_TEXTS)).slice(0, 100);
  const head = `--frame\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  const whole = Buffer.from(`${head}${dice.pick(HOSTILE_TEXTS)}\r\n--frame--\r\n`);
  const bytes = dice.chance(0.85) ? whole : whole.subarray(0, dice.below(whole.length));
  return { bytes, type: `multipart/form-data; boundary=${dice.chance(0.9) ? "frame" : "other"}` };
}

function toLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, " ");
}
