import { STATUS_LABELS } from "#contract/labels.ts";
import { countText } from "#web/lib/format.ts";
import { Section } from "#web/settings/section.tsx";
import { FormerBanner } from "#web/sla/versions/former-banner.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import type { Level } from "./data.ts";
import { valuesOf } from "./level-values.ts";
import { LevelVersions } from "./level-versions.tsx";
import { LEVELS_MESSAGES as MESSAGES } from "./messages.ts";
import { TargetsTable } from "./targets-table.tsx";

/** A service level to be read: a former version of it, one that is archived, or by those who may not change it. */
export function ShownLevel({ level, version }: { level: Level; version: number }) {
  const { targets } = valuesOf(level, false);
  return (
    <>
      {level.archived_at !== null && (
        <Banner tone="warning" title={MESSAGES.isArchived}>
          {MESSAGES.isArchivedHint}
        </Banner>
      )}
      {version !== level.version && (
        <FormerBanner
          version={version}
          renderLink={(text) => (
            <ButtonLink
              to="/settings/service-levels/$policyId"
              params={{ policyId: level.id }}
              search={{}}
              size="small"
            >
              {text}
            </ButtonLink>
          )}
        />
      )}
      <Section
        id="service-level"
        title={level.name}
        caption={captionOf(level, version)}
        actions={<LevelVersions level={level} />}
      >
        <TargetsTable targets={targets} error={undefined} disabled onChange={() => undefined} />
        <p>{pausesOf(level)}</p>
      </Section>
    </>
  );
}

export function captionOf({ is_default, calendar_name, companies }: Level, version: number): string {
  return [
    ...(is_default ? [MESSAGES.isDefault] : []),
    MESSAGES.facts(calendar_name, companies),
    MESSAGES.version(countText(version)),
  ]
    .filter(Boolean)
    .join(" · ");
}

function pausesOf({ pauses_for_client, pauses_for_third_party }: Level): string {
  const pauses = [
    ...(pauses_for_client ? [MESSAGES.pausesForClient(STATUS_LABELS.pending)] : []),
    ...(pauses_for_third_party ? [MESSAGES.pausesForThirdParty(STATUS_LABELS.on_hold)] : []),
  ];
  return pauses.length > 0 ? MESSAGES.pausesAre(pauses) : MESSAGES.pausesNever;
}
