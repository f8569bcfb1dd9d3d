/** Where names stand after an "@" in a text: the one reading of it, for the rule, the words on the screen, and the box. */
export type MentionPlace<Name extends string = string> = { start: number; end: number; name: Name };

/** Whether the text mentions the name. */
export function holdsMention(text: string, name: string): boolean {
  return findMention(text, name, 0) !== null;
}

/** The places at which names stand in a text, from its beginning; of two that begin together the longer. */
export function findMentions<Name extends string>(
  text: string,
  names: readonly Name[],
): MentionPlace<Name>[] {
  const all = names.flatMap((name) => findEvery(text, name));
  const places: MentionPlace<Name>[] = [];
  for (const place of all.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (place.start >= (places.at(-1)?.end ?? 0)) places.push(place);
  return places;
}

function findEvery<Name extends string>(text: string, name: Name): MentionPlace<Name>[] {
  const places: MentionPlace<Name>[] = [];
  for (let place = findMention(text, name, 0); place; place = findMention(text, name, place.end))
    places.push(place);
  return places;
}

function findMention<Name extends string>(text: string, name: Name, from: number): MentionPlace<Name> | null {
  const word = `@${name}`;
  for (let start = text.indexOf(word, from); start !== -1; start = text.indexOf(word, start + 1)) {
    const end = start + word.length;
    if (!IN_WORD.test(charBefore(text, start)) && !IN_WORD.test(charAt(text, end)))
      return { start, end, name };
  }
  return null;
}

/** What goes on with a word: "a@Lena" is an address, "@Lenas" another name. */
const IN_WORD = /[\p{L}\p{N}_]/u;

function charAt(text: string, index: number): string {
  const point = text.codePointAt(index);
  return point === undefined ? "" : String.fromCodePoint(point);
}

/** The character that ends at an index, also where it takes two units. */
function charBefore(text: string, index: number): string {
  return Array.from(text.slice(Math.max(0, index - 2), index)).at(-1) ?? "";
}
