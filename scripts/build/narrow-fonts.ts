import { Buffer } from "node:buffer";
import subsetFont from "subset-font";
import type { Plugin, Rolldown } from "vite";

/** The weights that the styles use (web/styles/tokens.css); the faces come with 100 to 900. */
const WEIGHTS = { min: 400, max: 700 };
/** Kerning, ligatures, figures of one width and the joining of accents: what the styles ask for, and nothing more. */
const FEATURES = ["kern", "liga", "calt", "tnum", "mark", "mkmk", "ccmp", "locl"];
const OPTIONS = {
  targetFormat: "woff2",
  variationAxes: { wght: WEIGHTS },
  // The package's types are older than this option.
  keepFeatures: FEATURES,
} as const;
/** Every character that one unit can be: which of them a face has is its own affair. */
const EVERY_CHARACTER = Array.from({ length: 0xd8_00 }, (_, code) => String.fromCodePoint(code)).join("");

/**
 * The characters of nearly every page, by the name of their face: a file of their own, so that the others are fetched by
 * pages that have one of them. As a style sheet says it, which the build has made short.
 */
const COMMON: readonly [face: RegExp, ranges: [from: number, to: number][]][] = [
  // The letters of western Europe, with the dashes and quotation marks of texts.
  [
    /hanken-grotesk-latin-wght/,
    [
      [0x20, 0x7e],
      [0xa0, 0xa0],
      [0xb7, 0xb7],
      [0xc0, 0xff],
      [0x20_13, 0x20_1e],
      [0x20_26, 0x20_26],
    ],
  ],
  // The numbers of tickets.
  [
    /geist-mono-latin-wght/,
    [
      [0x2d, 0x2d],
      [0x30, 0x39],
      [0x41, 0x5a],
    ],
  ],
];

/** By the name in the build and what it is for, which are the same for every language. */
const narrowed = new Map<string, Promise<Buffer>>();

/**
 * Leaves out of the faces what no style uses, and splits off the characters of nearly every page: half of what the first page
 * fetches of them. A file keeps its name: whoever has the whole face in the cache sees the same letters.
 */
export const narrowFonts: Plugin = {
  name: "narrow-fonts",
  apply: "build",
  async generateBundle(_, bundle) {
    const faces = Object.values(bundle).filter(isFace);
    await Promise.all(
      faces.map(async (face) => {
        const whole = Buffer.from(face.source);
        const [, ranges] = COMMON.find(([name]) => name.test(face.fileName)) ?? [];
        if (!ranges) {
          face.source = await narrow(face.fileName, whole, EVERY_CHARACTER);
          return;
        }
        const common = charactersOf(ranges);
        const others = Array.from(EVERY_CHARACTER)
          .filter((each) => !common.includes(each))
          .join("");
        const fileName = commonFileOf(face.fileName);
        this.emitFile({ type: "asset", fileName, source: await narrow(fileName, whole, common) });
        face.source = await narrow(face.fileName, whole, others);
        for (const file of Object.values(bundle))
          if (file.type === "asset" && file.fileName.endsWith(".css"))
            file.source = nameCommon(String(file.source), face.fileName, ranges);
      }),
    );
  },
};

/** The file with the common characters of a face, which the page names to the browser at once. */
export function commonFileOf(fileName: string): string {
  return fileName.replace(/-([^-]+)\.woff2$/, "-common-$1.woff2");
}

function isFace(
  file: Rolldown.OutputAsset | Rolldown.OutputChunk,
): file is Rolldown.OutputAsset & { source: Uint8Array } {
  return file.type === "asset" && file.fileName.endsWith(".woff2") && typeof file.source !== "string";
}

async function narrow(name: string, whole: Buffer, characters: string): Promise<Buffer> {
  const known = narrowed.get(name) ?? subsetFont(whole, characters, OPTIONS);
  narrowed.set(name, known);
  return known;
}

function charactersOf(ranges: [from: number, to: number][]): string {
  return ranges
    .flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, step) => String.fromCodePoint(from + step)),
    )
    .join("");
}

/** The rule of the common characters comes behind that of the whole face: of two that have a character the later one counts. */
function nameCommon(css: string, fileName: string, ranges: [from: number, to: number][]): string {
  const rule = css.match(/@font-face\{[^}]*\}/g)?.find((each) => each.includes(fileName));
  if (rule === undefined) return css;
  const codes = ranges.map(([from, to]) => `U+${from.toString(16)}${to > from ? `-${to.toString(16)}` : ""}`);
  const common = rule
    .replace(fileName, commonFileOf(fileName))
    .replace(/;unicode-range:[^;}]*|\}$/g, (end) =>
      end === "}" ? `;unicode-range:${codes.join(",")}}` : "",
    );
  return css.replace(rule, `${rule}${common}`);
}
