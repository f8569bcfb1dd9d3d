import { z } from "zod";
import type { Endpoint } from "#contract/endpoint.ts";

/** What somebody wrote: kept where it belongs, and in no log, metric or job. */
export const PERSONAL = "zebrafinch";
/** What signs somebody in: kept nowhere but as a hash. */
export const SECRET = "quokkaburrow";

/** A text of a request that words go into. */
export type Field = { name: string; isList: boolean; isSecret: boolean };

const isSecret = (name: string) => /^(\w+_)?(password|code|token)$/.test(name);

/** A word of its own for each place, so that what is found tells where it came from. */
export function makeWord(place: string, secret: boolean): string {
  const number = places.push(place);
  return `${secret ? SECRET : PERSONAL}${number}x`;
}
const places: string[] = [];

/** Where a word that was found had been put. */
export function placeOf(found: string): string {
  return places[Number(/\d+/.exec(found)?.[0]) - 1] ?? found;
}

type Shape = { type?: string; format?: string; enum?: unknown; items?: Shape; anyOf?: Shape[] };

/** The fields of a schema that take any text, choices and ids left out. */
export function listTextFields(schema: z.ZodType | undefined): Field[] {
  return listFields(schema).flatMap(({ name, shapes }) => {
    const text = shapes.find((shape) => isText(shape) || (shape.items && isText(shape.items)));
    return text ? [{ name, isList: text.type === "array", isSecret: isSecret(name) }] : [];
  });
}

/** Every field of a schema by its name. */
export function listFields(schema: z.ZodType | undefined): { name: string; shapes: Shape[] }[] {
  if (!schema) return [];
  const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const properties = (described.properties ?? {}) as Record<string, Shape>;
  return Object.entries(properties).map(([name, shape]) => ({ name, shapes: shape.anyOf ?? [shape] }));
}

const isText = ({ type, format, enum: choices }: Shape) =>
  type === "string" && choices === undefined && format !== "uuid";

/** A value for a field that holds a word of its own. */
export function plantIn(endpoint: Endpoint, { name, isList, isSecret: secret }: Field): unknown {
  const word = makeWord(`${endpoint.method} ${endpoint.path} ${name}`, secret);
  const text = name.includes("email") ? `${word}@words.test` : secret ? `${word} tundra lantern` : word;
  return isList ? [text] : text;
}
