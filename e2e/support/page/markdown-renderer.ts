import { build } from "vite";

/** The page's own renderer of Markdown as one script, `renderer` for the page. */
export async function rendererCode(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      lib: { entry: "web/ui/markdown/markdown-render.ts", formats: ["iife"], name: "renderer" },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (!first || !("output" in first)) throw new Error("the renderer was not built");
  return first.output[0].code;
}
