/** Pieces that, repeated, make a parser of Markdown recurse, look back, or look ahead: class 22. */
const PIECES = [
  [">", "> ", ">\n", "> - ", ">- 1. ", "> > ", ">#", ">```\n"],
  ["- ", "* ", "+ ", "1. ", "1) ", "- - ", "- 1. ", "-\n", "- a\n  ", "1. a\n   "],
  ["*", "**", "***", "_", "__", "_a_b", "*a ", "**a ", "*a_", "*a **b ", "**_", "~", "~~", "~~a"],
  ["[", "![", "]", "](", "[a](", "![a](", "[[a]", "[a](b) ", "<", "<a", "<a@"],
  ["`", "``a", "```\n", "#", "# ", "|", "| a ", "|-|\n", "\\", "\n", " \n", "&"],
].flat();

const LETTERS = 20_000;

/** Texts of the API's full length, each of one piece again and again, or of one that ends otherwise than it began. */
export const SHAPES: { name: string; text: string }[] = [
  ...PIECES.map((piece) => ({ name: JSON.stringify(piece), text: repeated(piece) })),
  { name: "letters and an at sign", text: `${"a".repeat(LETTERS - 2)}@` },
  { name: "letters, an at sign, letters", text: `${"a".repeat(9000)}@${"a".repeat(9000)}` },
  { name: "stars around a letter", text: `${"*".repeat(9000)}a${"*".repeat(9000)}` },
  { name: "brackets around a letter", text: `${"[".repeat(9000)}a${"]".repeat(9000)}` },
  { name: "a link of parentheses", text: `[a](${"(".repeat(9000)}${")".repeat(9000)}` },
  { name: "blank lines before a dash", text: `${"\n".repeat(LETTERS - 3)}- a` },
  { name: "https again and again", text: repeated("https://") },
  {
    name: "a table of many columns",
    text: `${"|a".repeat(3000)}|\n${"|-".repeat(3000)}|\n${"|b".repeat(2000)}|`,
  },
  {
    name: "quotes of lists of quotes",
    text: Array.from({ length: 80 }, (_, n) => `${">- ".repeat(n)}a`).join("\n"),
  },
];

/** A text of pieces drawn by a seeded source of numbers from 0 up to 1. */
export function drawShape(random: () => number): string {
  let text = "";
  const few = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(PIECES, random));
  while (text.length < LETTERS) text += pick(few, random).repeat(1 + Math.floor(random() * 400));
  return text.slice(0, LETTERS);
}

function repeated(piece: string): string {
  return piece.repeat(Math.ceil(LETTERS / piece.length)).slice(0, LETTERS);
}

function pick(from: readonly string[], random: () => number): string {
  return from[Math.floor(random() * from.length)] ?? "";
}
