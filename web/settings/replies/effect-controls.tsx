import { Plus, X } from "lucide-react";
import type { EffectField } from "#contract/macros/effects.ts";
import { LIMITS } from "#contract/limits.ts";
import { PRIORITIES, STATUSES } from "#contract/statuses.ts";
import { PRIORITY_LABELS, STATUS_LABELS } from "#contract/labels.ts";
import type { Effects } from "#web/replies/data.ts";
import { TagOpener } from "#web/tags/tag-opener.tsx";
import { Button } from "#web/ui/button.tsx";
import { Textarea } from "#web/ui/form/input.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { PriorityGlyph } from "#web/ui/priority-badge.tsx";
import { StatusGlyph } from "#web/ui/status-badge.tsx";
import { AssigneeControl, TeamControl } from "./person-controls.tsx";
import { FollowUpControl } from "./follow-up-control.tsx";
import { REPLY_EDITOR_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  field: EffectField;
  effects: Effects;
  /** The name of the person or team that no longer fits. */
  gone: string | undefined;
  onChange: (effects: Effects) => void;
};

/** The control of one effect. */
export function EffectControl({ field, effects, gone, onChange }: Props) {
  const set = (part: Effects) => onChange({ ...effects, ...part });
  const { status, priority, assignee, team, follow_up, checklist } = effects;
  if (field === "status" && status)
    return (
      <Select
        label={MESSAGES.fields.status}
        value={status}
        options={STATUSES.map((value) => ({
          value,
          label: STATUS_LABELS[value],
          icon: <StatusGlyph status={value} />,
        }))}
        onChange={(value) => set({ status: value })}
      />
    );
  if (field === "priority" && priority)
    return (
      <Select
        label={MESSAGES.fields.priority}
        value={priority}
        options={PRIORITIES.map((value) => ({
          value,
          label: PRIORITY_LABELS[value],
          icon: <PriorityGlyph priority={value} />,
        }))}
        onChange={(value) => set({ priority: value })}
      />
    );
  if (field === "assignee" && assignee !== undefined)
    return <AssigneeControl value={assignee} gone={gone} onChange={(value) => set({ assignee: value })} />;
  if (field === "team" && team !== undefined)
    return <TeamControl value={team} gone={gone} onChange={(value) => set({ team: value })} />;
  if (field === "follow_up" && follow_up !== undefined)
    return <FollowUpControl value={follow_up} onChange={(value) => set({ follow_up: value })} />;
  if (field === "add_tags" || field === "remove_tags")
    return <TagsControl names={effects[field] ?? []} onChange={(names) => set({ [field]: names })} />;
  return (
    <Textarea
      aria-label={MESSAGES.fields.checklist}
      placeholder={MESSAGES.itemsHint}
      rows={3}
      maxLength={LIMITS.checklistItems * LIMITS.checklistItem}
      value={(checklist ?? []).join("\n")}
      onChange={(event) => set({ checklist: event.target.value.split("\n") })}
    />
  );
}

/** Tags of the desk, several of which can be on. */
function TagsControl({ names, onChange }: { names: readonly string[]; onChange: (names: string[]) => void }) {
  return (
    <div className="flex-row wrap">
      {names.map((name) => (
        <span key={name} className="tag-chip">
          <span className="truncate">{name}</span>
          <button
            type="button"
            aria-label={MESSAGES.removeTag(name)}
            onClick={() => onChange(names.filter((one) => one !== name))}
          >
            <X className="icon small" />
          </button>
        </span>
      ))}
      <TagOpener
        chosen={names}
        onToggle={(name, isOn) => onChange(isOn ? [...names, name] : names.filter((one) => one !== name))}
        renderButton={(opener) => (
          <Button look="ghost" size="small" icon={<Plus className="icon small" />} {...opener}>
            {MESSAGES.addTag}
          </Button>
        )}
      />
    </div>
  );
}
