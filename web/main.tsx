import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { configQuery } from "./lib/brand.ts";
import { watchDrafts } from "./lib/drafts.ts";
import { watchLive } from "./lib/live.ts";
import { queryClient } from "./lib/queries.ts";
import { restoreSession, watchSession } from "./lib/session.ts";
import { adoptDefaultTheme, watchTheme } from "./lib/theme.ts";
import { LIB_WORDS } from "./lib/words.ts";
import { router } from "./router.tsx";
import "./styles/index.css";
import { TipProvider } from "./ui/tip.tsx";
import { Toasts, toast } from "./ui/toast.tsx";

watchTheme();
watchDrafts();
watchLive();
watchSession(() => toast.warning(LIB_WORDS.sessionExpired, { id: "session-expired" }));
// Both are asked for at once, beside the page's own code; a failure shows itself where they are used.
void restoreSession();
queryClient.fetchQuery(configQuery).then(
  (config) => adoptDefaultTheme(config.default_theme),
  () => undefined,
);

const root = document.querySelector("#root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <TipProvider>
        <RouterProvider router={router} />
        <Toasts />
      </TipProvider>
    </QueryClientProvider>
  </StrictMode>,
);
