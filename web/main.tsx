import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadConfig } from "./lib/brand.ts";
import { watchDrafts } from "./lib/drafts.ts";
import { loadNewBuild, watchNewBuild } from "./lib/new-build.ts";
import { restoreSession, watchSession } from "./lib/session.ts";
import { keepShell } from "./lib/shell-cache.ts";
import { adoptDefaultTheme, watchTheme } from "./lib/theme.ts";
import { LIB_WORDS } from "./lib/words.ts";
import "./styles/index.css";
import { toast } from "./ui/toast.tsx";

const loadApp = () => import("./app.tsx");
const prepare = () => void loadApp().catch(() => undefined);

watchTheme();
watchNewBuild();
keepShell();
watchDrafts();
watchSession(() => toast.warning(LIB_WORDS.sessionExpired, { id: "session-expired" }));
// Both are asked for at once, beside the page's own code; a failure shows itself where they are used.
void restoreSession();
loadConfig().then(
  (config) => adoptDefaultTheme(config.default_theme),
  () => undefined,
);

const place = document.querySelector("#root");
if (!place) throw new Error("index.html has no #root");
const root = createRoot(place);

/** Most first visits end at the sign-in page, which needs neither router nor cache: the app comes after it. */
(window.location.pathname === "/login" ? showEntrance() : showApp()).catch(sayNotLoaded);

async function showEntrance(): Promise<void> {
  const { Entrance } = await import("./auth/entrance.tsx");
  root.render(
    <StrictMode>
      <Entrance onPrepare={prepare} onLeave={leaveTo} />
    </StrictMode>,
  );
}

async function showApp(): Promise<void> {
  const { App } = await loadApp();
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

/** An update may have replaced the files that this page names; else there is no connection. */
async function sayNotLoaded(): Promise<void> {
  if (await loadNewBuild()) return;
  root.render(
    <main className="lost">
      <p role="alert">{LIB_WORDS.notLoaded}</p>
    </main>,
  );
}

/** Without its code the app cannot go on from here: the browser then asks the server for the page. */
function leaveTo(path: string, { replace }: { replace: boolean }): void {
  loadApp()
    .then(({ goTo }) => {
      goTo(path, { replace });
      return showApp();
    })
    .catch(() => window.location.assign(path));
}
