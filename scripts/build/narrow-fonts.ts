import { Buffer } from "node:buffer";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

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

/** By the name in the build, which is the same for every language. */
const narrowed = new Map<string, Promise<Buffer>>();

/**
 * Leaves out of the faces what no style uses, which is a third of what the first page fetches of them. The file keeps its
 * name: whoever has the whole face in the cache sees the same letters.
 */
export const narrowFonts: Plugin = {
  name: "narrow-fonts",
  apply: "build",
  async generateBundle(_, bundle) {
    await Promise.all(
      Object.values(bundle).map(async (file) => {
        if (file.type !== "asset" || !file.fileName.endsWith(".woff2") || typeof file.source === "string")
          return;
        const known =
          narrowed.get(file.fileName) ?? subsetFont(Buffer.from(file.source), EVERY_CHARACTER, OPTIONS);
        narrowed.set(file.fileName, known);
        file.source = await known;
      }),
    );
  },
};
