import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Globe, Lock, Users } from "lucide-react";
import { mayShareViews, maySeeViewsOfAllTeams } from "#contract/access/change-views.ts";
import { LIMITS } from "#contract/limits.ts";
import { groupKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { Button } from "#web/ui/button.tsx";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { type Option, Select } from "#web/ui/form/select.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { PopoverWindow } from "#web/ui/overlay/popover-window.tsx";
import { keptOf, type View, type ViewAddress, type Views } from "./address.ts";
import { saveView } from "./data.ts";
import { VIEW_MESSAGES } from "./messages.ts";

type Props = {
  search: ViewAddress;
  /** The kept view that is open; null for none, and for a built-in one. */
  open: View | null;
  views: Views;
  isShown: boolean;
  anchor: HTMLElement;
  onClose: () => void;
  onSaved: (view: View) => void;
};

/** Saves what the list shows: as the view that is open, for those who may, else as a new one. */
export function SaveWindow({ isShown, anchor, onClose, ...rest }: Props) {
  const [isNew, setNew] = useState(!rest.open?.may_edit);
  return (
    <PopoverWindow
      open={isShown}
      anchor={anchor}
      label={isNew ? VIEW_MESSAGES.saveNew : VIEW_MESSAGES.save}
      className="more-filters"
      onClose={onClose}
    >
      <SaveForm
        key={String(isNew)}
        {...rest}
        edited={isNew ? null : rest.open}
        onClose={onClose}
        more={
          !isNew && (
            <Button look="ghost" onClick={() => setNew(true)}>
              {VIEW_MESSAGES.saveNew}
            </Button>
          )
        }
      />
    </PopoverWindow>
  );
}

const newSchema = lazyLoad(
  () => import("#contract/views.ts"),
  ({ NewView }) => NewView,
);

type FormProps = Omit<Props, "isShown" | "anchor"> & {
  /** The view that is saved over; null for a new one. */
  edited: View | null;
  more: ReactNode;
};

function SaveForm({ search, views, edited, more, onClose, onSaved }: FormProps) {
  const key = edited?.id ?? null;
  const isFull = views.pins.length >= LIMITS.viewsPinned;
  const [isPinned, setPinned] = useState(key === null ? !isFull : views.pins.includes(key));
  const [isDefault, setDefault] = useState(key !== null && views.default === key);
  const form = useForm({
    initial: {
      name: edited?.name ?? "",
      // Named as the server names what it refuses.
      group_id: edited ? placeOf(edited) : "me",
    },
    bodyOf: ({ name, group_id }) => ({ name, ...audienceOf(group_id), ...keptOf(search) }),
    schema: newSchema,
    isChanged: () => false,
    send: (submission) => saveView({ submission, edited, views, isPinned, isDefault }),
    onSent: (view: View) => {
      toast.success(VIEW_MESSAGES.saved);
      onSaved(view);
      onClose();
    },
  });
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit}>
      <Field label={VIEW_MESSAGES.name} error={form.errors.name}>
        <Input autoComplete="off" {...form.text("name")} />
      </Field>
      <AudienceField
        value={form.values.group_id}
        edited={edited}
        error={form.errors.group_id}
        onChange={(place) => form.set("group_id", place)}
      />
      <Checkbox
        label={VIEW_MESSAGES.pin}
        checked={isPinned}
        disabled={isFull && !isPinned}
        onChange={(event) => setPinned(event.target.checked)}
      />
      <Checkbox
        label={VIEW_MESSAGES.opensTickets}
        checked={isDefault}
        onChange={(event) => setDefault(event.target.checked)}
      />
      <p className="hint">{VIEW_MESSAGES.hint}</p>
      {more}
      <footer className="right">
        <FormButtons
          act={VIEW_MESSAGES.save}
          busyLabel={VIEW_MESSAGES.saving}
          isBusy={form.isBusy}
          onCancel={onClose}
        />
      </footer>
    </form>
  );
}

type AudienceProps = {
  value: string;
  edited: View | null;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** For whom the view is; who may not share has no choice. */
function AudienceField({ value, edited, error, onChange }: AudienceProps) {
  const actor = useActor();
  const mayShare = mayShareViews(actor);
  const teams = useQuery({
    queryKey: groupKeys.picker(""),
    queryFn: ({ signal }) => api("GET /groups", { query: { page: 1, page_size: 100 }, signal }),
    enabled: mayShare,
  });
  if (!mayShare && (edited === null || edited.audience === "me")) return null;
  const isAdmin = maySeeViewsOfAllTeams(actor);
  const own = (teams.data?.groups ?? []).filter((team) => isAdmin || team.member_ids.includes(actor.id));
  const options: Option[] = [
    { value: "me", label: VIEW_MESSAGES.me, icon: <Lock className="icon" /> },
    ...own.map(({ id, name, member_ids }) => ({
      value: id,
      label: member_ids.includes(actor.id) ? VIEW_MESSAGES.team(name) : VIEW_MESSAGES.teamOnly(name),
      icon: <Users className="icon" />,
    })),
    { value: "everyone", label: VIEW_MESSAGES.everyone, icon: <Globe className="icon" /> },
  ];
  const isOffered = options.some((option) => option.value === value);
  const kept = {
    value,
    label: VIEW_MESSAGES.teamOnly(edited?.group_name ?? ""),
    icon: <Users className="icon" />,
  };
  return (
    <Field label={VIEW_MESSAGES.audience} error={error}>
      <Select
        value={value}
        options={isOffered ? options : [...options, kept]}
        disabled={!mayShare}
        onChange={onChange}
      />
    </Field>
  );
}

/** "me", "everyone", or the id of a team. */
function placeOf({ audience, group_id }: View): string {
  return audience === "team" && group_id !== null ? group_id : audience;
}

function audienceOf(place: string) {
  if (place === "me" || place === "everyone") return { audience: place, group_id: null } as const;
  return { audience: "team", group_id: place } as const;
}
