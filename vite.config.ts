import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const OUT = fileURLToPath(new URL("dist/web", import.meta.url));

/** Compresses each text file once, at the build, so that the server only picks: .br, .gz or plain. */
const compress: Plugin = {
  name: "compress",
  apply: "build",
  // Not closeBundle: that one also follows a failed build, and would hide why it failed.
  writeBundle() {
    for (const entry of readdirSync(OUT, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(js|css|html|svg|webmanifest|json)$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      const bytes = readFileSync(path);
      writeFileSync(`${path}.br`, brotliCompressSync(bytes));
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
};

/** The web floor's build: `web/` in, `dist/web/` out; the server serves the result. In development `/api` goes to it. */
export default defineConfig({
  root: "web",
  plugins: [react(), compress],
  server: { proxy: { "/api": `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2024",
    sourcemap: false,
    // Nothing inlined: the security policy allows fonts and images from the own origin only.
    assetsInlineLimit: 0,
  },
});
