import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The web floor's build: `web/` in, `dist/web/` out; the server serves the result. */
export default defineConfig({
  root: "web",
  plugins: [react()],
  build: { outDir: "../dist/web", emptyOutDir: true, target: "es2024", sourcemap: false },
});
