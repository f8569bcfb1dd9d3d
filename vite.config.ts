import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The web floor's build: `web/` in, `dist/web/` out; the server serves the result. In development `/api` goes to it. */
export default defineConfig({
  root: "web",
  plugins: [react()],
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
