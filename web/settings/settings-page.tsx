import { Outlet } from "@tanstack/react-router";
import { usePageTitle } from "../lib/brand.ts";
import { PageHead } from "../ui/page.tsx";
import { SettingsNav } from "./settings-nav.tsx";
import { SETTINGS_WORDS } from "./words.ts";

/** The frame of the settings: the sections beside the page that is open. */
export function SettingsPage() {
  usePageTitle(SETTINGS_WORDS.title);
  return (
    <>
      <PageHead title={SETTINGS_WORDS.title} />
      <div className="setlayout">
        <SettingsNav />
        <div className="stack setpane">
          <Outlet />
        </div>
      </div>
    </>
  );
}
