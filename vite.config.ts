import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { chunks, groups } from "./scripts/build/bundle-chunks.ts";
import { inlineLimits } from "./scripts/build/inline-limits.ts";
import { LANGUAGES, languagePage, languages } from "./scripts/build/languages.ts";
import { commonFileOf, narrowFonts } from "./scripts/build/narrow-fonts.ts";

/** Compresses each text file once, at the build, so that the server only picks: .br, .gz or plain. */
const compress: Plugin = {
  name: "compress",
  apply: "build",
  // Not closeBundle: that one also follows a failed build, and would hide why it failed.
  writeBundle({ dir = "" }) {
    for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(js|css|html|svg|webmanifest|json)$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      // Another language shares the files that say nothing.
      if (existsSync(`${path}.br`)) continue;
      const bytes = readFileSync(path);
      writeFileSync(`${path}.br`, brotliCompressSync(bytes));
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
};

const WORKER = "service-worker";

/** Builds the service worker beside the app, under the one address that a browser asks again for updates. */
const serviceWorker: Plugin = {
  name: "service-worker",
  apply: "build",
  buildStart() {
    const id = fileURLToPath(new URL(`web/${WORKER}.ts`, import.meta.url));
    this.emitFile({ type: "chunk", id, fileName: `${WORKER}.js` });
  },
};

/** The face of nearly every word; the others come when a page has use for them. */
const TEXT_FACE = /hanken-grotesk-latin-wght-normal-[^-/]+\.woff2$/;

/** Names it to the browser at once: the style sheet that asks for it comes a round trip later. */
const preloadText: Plugin = {
  name: "preload-text",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle = {} }) {
      const file = Object.keys(bundle).find((name) => TEXT_FACE.test(name));
      if (!file) throw new Error("the text face is not in the build");
      const attrs = {
        rel: "preload",
        as: "font",
        type: "font/woff2",
        crossorigin: "",
        href: `/${commonFileOf(file)}`,
      };
      return [{ tag: "link", attrs, injectTo: "head" as const }];
    },
  },
};

/** What a page needs besides the entry, by the beginning of its address; the first that fits counts. */
const PAGES: [prefix: string, modules: string[]][] = [
  ["/login", ["auth/login/first-visit-login.tsx"]],
  ["/tickets/new", ["app.tsx", "shell/shell.tsx", "tickets/create/new-page.tsx"]],
  ["/tickets/", ["app.tsx", "shell/shell.tsx", "tickets/detail/detail-page.tsx"]],
  ["/tickets", ["app.tsx", "shell/shell.tsx", "tickets/list/list-page.tsx"]],
  ["/dashboard", ["app.tsx", "shell/shell.tsx", "dashboard/internal-page.tsx"]],
  ["/", ["app.tsx", "shell/shell.tsx"]],
  // No address begins like this: it is what the service worker keeps besides, for reading without a connection.
  [
    "offline",
    [
      "lib/offline/offline-cache.ts",
      "ui/markdown/markdown-render.ts",
      "ui/feedback/toaster.tsx",
      "shell/drawer.tsx",
    ],
  ],
];

/**
 * Tells `public/theme.js`, the first script of all, which files the page at an address will ask for, so that the
 * browser fetches them side by side rather than each after the one that names it.
 */
const preloadPages: Plugin = {
  name: "preload-pages",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const entry = new Set(
        chunks
          .filter(({ isEntry, name }) => isEntry && name !== WORKER)
          .flatMap((chunk) => withImports(chunk, bundle)),
      );
      const pages = PAGES.map(([prefix, modules]) => {
        const wanted = chunks.filter(({ facadeModuleId }) =>
          modules.some((module) => facadeModuleId?.endsWith(`/web/${module}`)),
        );
        if (wanted.length !== modules.length) throw new Error(`no chunk of its own: ${modules.join(", ")}`);
        const files = new Set(wanted.flatMap((chunk) => withImports(chunk, bundle)));
        return [prefix, ...[...files].filter((file) => !entry.has(file))];
      });
      const content = pages.map((page) => page.join(" ")).join(", ");
      return {
        html,
        tags: [{ tag: "meta", attrs: { name: "pages", content }, injectTo: "head-prepend" as const }],
      };
    },
  },
};

/** The files of a chunk and of everything that it imports at once. */
function withImports(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  seen = new Set<string>(),
): string[] {
  seen.add(chunk.fileName);
  for (const name of chunk.imports) {
    const next = bundle[name];
    if (next?.type === "chunk" && !seen.has(name)) withImports(next, bundle, seen);
  }
  return [...seen];
}

/** The web floor's build: `web/` in, `dist/web/` out; the server serves the result. In development `/api` goes to it. */
export default defineConfig({
  root: "web",
  plugins: [
    languages,
    inlineLimits,
    react(),
    serviceWorker,
    chunks,
    narrowFonts,
    preloadPages,
    preloadText,
    languagePage,
    compress,
  ],
  // React has the hook itself; the shim is for those older than 18.
  resolve: {
    alias: { "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector" },
  },
  server: { proxy: { "/api": `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2024",
    // Nested rules stay nested, which is a tenth less to fetch: every browser of the last two years knows them.
    cssTarget: ["chrome125", "edge125", "firefox128", "safari17.5"],
    sourcemap: false,
    // Nothing inlined: the security policy allows fonts and images from the own origin only.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  // One more build per language, into the same folder: what says nothing comes out alike and is shared.
  environments: Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      { consumer: "client" as const, build: { emptyOutDir: false, copyPublicDir: false } },
    ]),
  ),
  builder: {
    async buildApp(builder) {
      for (const name of ["client", ...LANGUAGES]) {
        const environment = builder.environments[name];
        // One after the other: the first one empties the folder.
        // oxlint-disable-next-line no-await-in-loop
        if (environment) await builder.build(environment);
      }
    },
  },
});
