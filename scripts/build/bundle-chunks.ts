import type { Plugin } from "vite";

/*
 * The modules that share a file. Modules that are always loaded together are one file: many small ones compress badly (a sixth of
 * /tickets, when each shared module had its own) and are as many requests.
 */

/** In the order of need: a module that two of them share is in the earlier one. */
const FILES: [name: string, roots: string[]][] = [
  ["base", ["main.tsx"]],
  ["form", ["auth/login/first-visit-login.tsx"]],
  ["frame", ["app.tsx", "shell/shell.tsx"]],
  ["kit", ["tickets/list/list-page.tsx"]],
];

/** The file of a module, for the build that runs; rebuilt for every language. */
const placed = new Map<string, string>();

export const chunks: Plugin = {
  name: "chunks",
  apply: "build",
  buildEnd() {
    placed.clear();
    const ids = [...this.getModuleIds()];
    for (const [name, roots] of FILES) {
      for (const root of roots) {
        const start = ids.find((id) => id.endsWith(`/web/${root}`));
        if (start === undefined) throw new Error(`there is no web/${root}`);
        place(start, name, (id) => this.getModuleInfo(id)?.importedIds ?? []);
        // The root itself keeps the file that it is asked for by.
        placed.delete(start);
      }
    }
  },
};

/** Of a page's own modules only what other pages use as well; the rest goes with the page. */
export const groups = FILES.map(([name], index) => ({
  name: (id: string) => (placed.get(id) === name ? name : null),
  debugName: name,
  priority: FILES.length - index,
  minShareCount: name === "kit" || name === "form" ? 2 : 1,
}));

function place(id: string, name: string, importedBy: (id: string) => readonly string[]): void {
  if (placed.has(id)) return;
  placed.set(id, name);
  for (const imported of importedBy(id)) place(imported, name, importedBy);
}
