import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadConfig } from "#web/lib/public-config.ts";
import { removeDraftsOnSignOut } from "#web/lib/form/draft-storage.ts";
import { loadNewBuild, startBuildCheck } from "#web/lib/loading/detect-new-build.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { restoreSession, followOtherTabs } from "#web/lib/session.ts";
import { cacheShell } from "#web/lib/offline/shell-cache.ts";
import { applyDefaultTheme, followSystemTheme } from "#web/lib/browser/theme.ts";
import { LIB_MESSAGES } from "#web/lib/messages.ts";
import "#web/styles/index.css";
import { toast } from "#web/ui/feedback/toast.tsx";

const loadApp = lazyLoad(() => import("./app.tsx"));
const loadSignIn = lazyLoad(() => import("#web/auth/login/first-visit-login.tsx"));
const prepare = () => void loadApp().catch(() => undefined);

followSystemTheme();
startBuildCheck();
cacheShell();
removeDraftsOnSignOut();
followOtherTabs(() => toast.warning(LIB_MESSAGES.sessionExpired, { id: "session-expired" }));
// Both are asked for at once, beside the page's own code; a failure shows itself where they are used.
void restoreSession();
loadConfig().then(
  (config) => applyDefaultTheme(config.default_theme),
  () => undefined,
);

const place = document.querySelector("#root");
if (!place) throw new Error("index.html has no #root");
const root = createRoot(place);

/** Most first visits end at the sign-in page, which needs neither router nor cache: the app comes after it. */
(window.location.pathname === "/login" ? showSignIn() : showApp()).catch(showLoadFailure);

async function showSignIn(): Promise<void> {
  const { SignInShell } = await loadSignIn();
  root.render(
    <StrictMode>
      <SignInShell onPrepare={prepare} onLeave={loadPage} />
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
async function showLoadFailure(): Promise<void> {
  if (await loadNewBuild()) return;
  root.render(
    <main className="lost">
      <p role="alert">{LIB_MESSAGES.notLoaded}</p>
    </main>,
  );
}

/** Without its code the app cannot go on from here: the browser then asks the server for the page. */
function loadPage(path: string, { replace }: { replace: boolean }): void {
  loadApp()
    .then(({ goTo }) => {
      goTo(path, { replace });
      return showApp();
    })
    .catch(() => window.location.assign(path));
}
