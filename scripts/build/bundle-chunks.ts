import type { Plugin } from "vite";

/*
 * The modules that share a file. Modules that are always loaded together are one file: many small ones compress badly (a sixth of
 * /tickets, when each shared module had its own) and are as many requests.
 */

const SIGN_IN = "auth/login/first-visit-login.tsx";
const FRAME = ["app.tsx", "shell/shell.tsx"];
const LIST = "tickets/list/list-page.tsx";
const DASHBOARD = "dashboard/internal-page.tsx";
const TICKET = "tickets/detail/detail-page.tsx";
/** Pages of links in mails, which stand alone and are small. */
const LINKS = ["accept-invite", "forgot-password", "reset-password"].map(
  (page) => `auth/links/${page}-page.tsx`,
);
/** What stands on a library that places it beside a button, for which a dialog has no use. */
const MENUS = ["ui/overlay/menu.tsx", "ui/overlay/popover.tsx", "ui/table/row-actions.tsx"];

/** Parts that the pages of the staff ask for as soon as they are drawn, each for itself. */
const LATE = [
  "views/view-nav.tsx",
  "views/view-bar.tsx",
  "sla/due-chips.tsx",
  "sla/due-cell.tsx",
  "sla/warned/due-warnings.tsx",
  "settings/organization/storage-warning.tsx",
  "tickets/table/row-signs.tsx",
];

/** The modules of a file: those that `roots` reach. */
type SharedFile = {
  name: string;
  roots: readonly string[];
  /** Of these only what one of others reaches as well. */
  alsoOf?: readonly string[];
  /** Of these nothing that one of others reaches. */
  notOf?: readonly string[];
  /** Of these only what stands in such a folder. */
  within?: RegExp;
  /** With the roots, and with what they alone have need of. */
  isWhole?: true;
};

/**
 * In the order of need: a module that two of them share is in the earlier one. A file takes what more than one page needs, the
 * rest goes with its page. A browser asks for six files at once: on a way of 60 ms each further six take that long, and the
 * session and the data of the page wait behind them. The ticket that a mail leads to asked for 53 files besides the frame.
 */
const FILES: SharedFile[] = [
  { name: "base", roots: ["main.tsx"] },
  { name: "form", roots: [SIGN_IN], alsoOf: [...FRAME, LIST, DASHBOARD] },
  { name: "frame", roots: FRAME },
  { name: "kit", roots: [LIST] },
  { name: "kit", roots: LATE, alsoOf: [DASHBOARD] },
  { name: "signs", roots: LATE, alsoOf: [TICKET] },
  { name: "late", roots: LATE, isWhole: true },
  { name: "sign-in", roots: [SIGN_IN] },
  { name: "forms", roots: LINKS, alsoOf: [DASHBOARD, TICKET, "users/list/list-page.tsx"] },
  { name: "menus", roots: MENUS, notOf: [DASHBOARD], isWhole: true },
  {
    name: "dialogs",
    roots: [TICKET],
    notOf: [DASHBOARD],
    within: /\/(web\/(ui|lib)|node_modules|contract)\//,
  },
  { name: "people", roots: [TICKET], notOf: [DASHBOARD], within: /\/web\/(users|companies|groups|tags)\// },
  { name: "ticket-kit", roots: [TICKET], notOf: [DASHBOARD] },
];
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
    for (const { name, roots, alsoOf, notOf, within, isWhole } of FILES) {
      const others = alsoOf && reached(alsoOf);
      const spared = notOf && reached(notOf);
      const isOfIt = (id: string) =>
        others?.has(id) !== false && spared?.has(id) !== true && within?.test(id) !== false;
      for (const root of roots.map(find)) {
        for (const id of reach(root, readModule)) if (!placed.has(id) && isOfIt(id)) placed.set(id, name);
        // The root itself keeps the file that it is asked for by.
        if (!isWhole) placed.delete(root);
      }
    }
    const layers = ids.find((id) => id.endsWith(LAYERS.root)) ?? "";
    for (const id of reach(layers, readModule)) if (!placed.has(id)) placed.set(id, LAYERS.name);
    for (const id of reach(find(DASHBOARD), readModule))
      if (ICON.test(id) && !placed.has(id)) placed.set(id, "kit");
  },
};

const NAMES = [...new Set(FILES.map(({ name }) => name))];
/** The entry and the frame have nothing besides that would be asked for by itself. */
const WHOLE = new Set(["base", "frame", ...FILES.flatMap(({ name, isWhole }) => (isWhole ? [name] : []))]);

/** Of a page's own modules only what other pages use as well; the rest goes with the page. */
export const groups = [
  ...NAMES.map((name, index) => ({
    name: (id: string) => (placed.get(id) === name ? name : null),
    debugName: name,
    priority: NAMES.length - index + 1,
    minShareCount: WHOLE.has(name) ? 1 : 2,
    // What another file has stays there.
    includeDependenciesRecursively: false,
  })),
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
