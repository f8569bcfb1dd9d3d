import { Outlet } from "@tanstack/react-router";
import { usePageTitle } from "#web/lib/public-config.ts";
import { hasUnsaved } from "#web/lib/form/unsaved-forms.ts";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { SettingsNav } from "./settings-nav.tsx";
import "#web/styles/settings.css";
import { SETTINGS_MESSAGES } from "./messages.ts";

/** Several forms may stand on a page: one question is enough. */
const SETTINGS_FORMS = { mayLose: hasUnsaved };

/** The frame of the settings: their pages beside the one that is open, which is not left with changes unasked. */
export function SettingsPage() {
  usePageTitle(SETTINGS_MESSAGES.title);
  return (
    <>
      <PageHead title={SETTINGS_MESSAGES.title} />
      <div className="settings-layout">
        <SettingsNav />
        <div className="stack settings-pane">
          <Outlet />
          <LeaveGuard form={SETTINGS_FORMS} description={SETTINGS_MESSAGES.leave} isTabToo={false} />
        </div>
      </div>
    </>
  );
}
