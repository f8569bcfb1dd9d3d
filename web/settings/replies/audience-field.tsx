import { useQuery } from "@tanstack/react-query";
import { Globe, Lock, Users } from "lucide-react";
import { maySeeRepliesOfAllTeams, mayShareReplies } from "#contract/access/replies.ts";
import { groupKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { Field } from "#web/ui/form/field.tsx";
import { type Option, Select } from "#web/ui/form/select.tsx";
import type { SavedReply } from "./data.ts";
import { REPLIES_PAGE_MESSAGES, REPLY_EDITOR_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  /** "me", "everyone", or the id of a team. */
  value: string;
  edited: SavedReply | null;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** For whom the reply is; who may not share has no choice. */
export function AudienceField({ value, edited, error, onChange }: Props) {
  const actor = useActor();
  const mayShare = mayShareReplies(actor);
  const teams = useQuery({
    queryKey: groupKeys.picker(""),
    queryFn: ({ signal }) => api("GET /groups", { query: { page: 1, page_size: 100 }, signal }),
    enabled: mayShare,
  });
  const isAdmin = maySeeRepliesOfAllTeams(actor);
  const own = (teams.data?.groups ?? []).filter((team) => isAdmin || team.member_ids.includes(actor.id));
  const options: Option[] = [
    { value: "me", label: REPLIES_PAGE_MESSAGES.me, icon: <Lock className="icon" /> },
    ...own.map(({ id, name }) => ofTeam(id, name)),
    { value: "everyone", label: REPLIES_PAGE_MESSAGES.everyone, icon: <Globe className="icon" /> },
  ];
  const isOffered = options.some((option) => option.value === value);
  return (
    <Field label={MESSAGES.for} error={error}>
      <Select
        value={value}
        options={isOffered ? options : [...options, ofTeam(value, edited?.group_name ?? "")]}
        disabled={!mayShare}
        onChange={onChange}
      />
    </Field>
  );
}

function ofTeam(id: string, name: string): Option {
  return { value: id, label: REPLIES_PAGE_MESSAGES.team(name), icon: <Users className="icon" /> };
}
