import type { Plugin } from "vite";

/*
 * The modules that share a file. Modules that are always loaded together are one file: many small ones compress badly (a sixth of
 * /tickets, when each shared module had its own) and are as many requests.
 */

const SIGN_IN = "auth/login/first-visit-login.tsx";
const FRAME = ["app.tsx", "shell/shell.tsx"];
const LIST = "tickets/list/list-page.tsx";
const DASHBOARD = "dashboard/internal-page.tsx";

/** In the order of need: a module that two of them share is in the earlier one. A file with `alsoOf` takes only what one of those needs too. */
const FILES: [name: string, roots: string[], alsoOf?: string[]][] = [
  ["base", ["main.tsx"]],
  ["form", [SIGN_IN], [...FRAME, LIST, DASHBOARD]],
  ["frame", FRAME],
  ["kit", [LIST]],
  ["signs", ["tickets/table/row-signs.tsx"]],
  ["sign-in", [SIGN_IN]],
];
/**
 * Parts that the pages of the staff ask for as soon as they are drawn, each for itself; with what none but they need. On a way of
 * 100 ms a dozen of files take as long as the list itself, which waits behind them for one of the browser's six connections.
 */
const LATE = {
  name: "late",
  roots: [
    "views/view-nav.tsx",
    "views/view-bar.tsx",
    "sla/due-chips.tsx",
    "sla/due-cell.tsx",
    "sla/warned/due-warnings.tsx",
    "settings/organization/storage-warning.tsx",
    "tickets/table/row-signs.tsx",
  ],
};
/** What every layer over the page stands on; a page that has need of half of it would split the file for all others. */
const LAYERS = { name: "layers", root: "/@radix-ui/react-dialog/dist/index.mjs" };
/** Icons of later pages that more than one of them draws; those of the dashboard, a first page as well, are in the kit. */
const OTHER_ICONS = "icons";

/** The file of a module, for the build that runs; rebuilt for every language. */
const placed = new Map<string, string>();

export const chunks: Plugin = {
  name: "chunks",
  apply: "build",
  buildEnd() {
    placed.clear();
    const ids = [...this.getModuleIds()];
    const icons = readIcons((id) => this.getModuleInfo(id)?.code ?? "", ids);
    const readModule = (id: string) => {
      const { importedIds = [], code = "" } = this.getModuleInfo(id) ?? {};
      return importedIds.flatMap((imported) =>
        imported === icons.index ? icons.namedIn(code ?? "") : [imported],
      );
    };
    const find = (root: string) => {
      const found = ids.find((id) => id.endsWith(`/web/${root}`));
      if (found === undefined) throw new Error(`there is no web/${root}`);
      return found;
    };
    const reached = (roots: readonly string[]) =>
      new Set(roots.flatMap((root) => [...reach(find(root), readModule)]));
    for (const [name, roots, alsoOf] of FILES) {
      const others = alsoOf && reached(alsoOf);
      for (const root of roots.map(find)) {
        for (const id of reach(root, readModule))
          if (!placed.has(id) && others?.has(id) !== false) placed.set(id, name);
        // The root itself keeps the file that it is asked for by.
        placed.delete(root);
      }
    }
    const ofDashboard = reached([DASHBOARD]);
    for (const id of reached(LATE.roots))
      if (!placed.has(id) && !ofDashboard.has(id)) placed.set(id, LATE.name);
    const layers = ids.find((id) => id.endsWith(LAYERS.root)) ?? "";
    for (const id of reach(layers, readModule)) if (!placed.has(id)) placed.set(id, LAYERS.name);
    for (const id of reach(find(DASHBOARD), readModule))
      if (ICON.test(id) && !placed.has(id)) placed.set(id, "kit");
  },
};

/** Of a page's own modules only what other pages use as well; the rest goes with the page. */
export const groups = [
  ...FILES.map(([name], index) => ({
    name: (id: string) => (placed.get(id) === name ? name : null),
    debugName: name,
    priority: FILES.length - index + 1,
    minShareCount: name === "base" || name === "frame" ? 1 : 2,
  })),
  {
    name: (id: string) => (placed.get(id) === LATE.name ? LATE.name : null),
    debugName: LATE.name,
    priority: 1,
    minShareCount: 1,
    // What the dashboard needs as well stays a file of its own.
    includeDependenciesRecursively: false,
  },
  {
    name: (id: string) => (placed.get(id) === LAYERS.name ? LAYERS.name : null),
    debugName: LAYERS.name,
    priority: 1,
    minShareCount: 2,
  },
  {
    name: (id: string) => (ICON.test(id) && !placed.has(id) ? OTHER_ICONS : null),
    debugName: OTHER_ICONS,
    priority: 1,
    minShareCount: 2,
  },
];

const ICON = /\/lucide-react\/.*\/icons\/[\w-]+\.mjs$/;

/**
 * Every icon is imported from one index, which would make all of them the first page's: the icons that a module names
 * are what it imports of it.
 */
function readIcons(codeOf: (id: string) => string, ids: readonly string[]) {
  const index = ids.find((id) => id.endsWith("/lucide-react/dist/esm/lucide-react.mjs")) ?? "";
  const files = new Map<string, string>();
  for (const [, names = "", path = ""] of codeOf(index).matchAll(
    /export \{([^}]*)\} from ['"]\.(\/icons\/[^'"]+)['"]/g,
  ))
    for (const [, name = ""] of names.matchAll(/default as (\w+)/g))
      files.set(name, index.replace(/\/[^/]+$/, path));
  return {
    index,
    /** The files of the icons that a module imports. */
    namedIn: (code: string): string[] =>
      [...code.matchAll(/import \{([^}]*)\} from ['"]lucide-react['"]/g)].flatMap(([, names = ""]) =>
        names.split(",").flatMap((name) => files.get(name.trim().split(" ")[0] ?? "") ?? []),
      ),
  };
}

/** A module and all that it imports at once, directly or not. */
function reach(
  id: string,
  importedBy: (id: string) => readonly string[],
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const imported of importedBy(id)) reach(imported, importedBy, seen);
  return seen;
}
