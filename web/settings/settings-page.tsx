import { Outlet } from "@tanstack/react-router";
import { usePageTitle } from "#web/lib/brand.ts";
import { PageHead } from "#web/ui/page-parts.tsx";
import { SettingsNav } from "./settings-nav.tsx";
import { SETTINGS_MESSAGES } from "./messages.ts";

/** The frame of the settings: the sections beside the page that is open. */
export function SettingsPage() {
  usePageTitle(SETTINGS_MESSAGES.title);
  return (
    <>
      <PageHead title={SETTINGS_MESSAGES.title} />
      <div className="settings-layout">
        <SettingsNav />
        <div className="stack settings-pane">
          <Outlet />
        </div>
      </div>
    </>
  );
}
