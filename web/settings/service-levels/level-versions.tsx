import { Link } from "@tanstack/react-router";
import { VersionsButton } from "#web/sla/versions/versions-button.tsx";
import type { Level } from "./data.ts";

/** The versions of a service level. */
export function LevelVersions({ level }: { level: Level }) {
  return (
    <VersionsButton
      of={level}
      renderLink={(link) => (
        <Link to="/settings/service-levels/$policyId" params={{ policyId: level.id }} {...link} />
      )}
    />
  );
}
