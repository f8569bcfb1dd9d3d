import {
  AlarmClock,
  AlarmClockOff,
  CircleOff,
  ListChecks,
  TagIcon,
  UserCheck,
  UsersRound,
} from "lucide-react";
import type { ReactNode } from "react";
import { PriorityGlyph, priorityLabel } from "#web/ui/priority-badge.tsx";
import { StatusGlyph, statusLabel } from "#web/ui/status-badge.tsx";
import type { EffectOnTicket, Effects, StaleEffect } from "../data.ts";
import { EFFECT_MESSAGES as MESSAGES } from "./messages.ts";
import { staleSentence } from "./stale-words.ts";

/** One effect as it is shown; each tag is one. "reply" stands for the saved reply itself, where that is gone. */
export type Chip = {
  key: string;
  field: keyof Effects | "reply";
  tag?: string;
  icon: ReactNode;
  words: string;
  isStale: boolean;
};
type About = {
  known: readonly Pick<EffectOnTicket, "field" | "name" | "at">[];
  stale: readonly StaleEffect[];
  /** Writes the moment of a follow-up. */
  when: (at: string) => string;
};

/** The effects of a macro in the order in which they are said. */
export function listChips(effects: Effects, { known, stale, when }: About): Chip[] {
  const about = (field: keyof Effects) => known.find((one) => one.field === field);
  const { status, priority, assignee, team, follow_up, add_tags, remove_tags, checklist } = effects;
  const name = (field: keyof Effects, other: string) => about(field)?.name ?? other;
  const at = about("follow_up")?.at;
  const rows: (Row | false | undefined)[] = [
    status && { field: "status", icon: <StatusGlyph status={status} />, words: statusLabel(status) },
    priority && {
      field: "priority",
      icon: <PriorityGlyph priority={priority} />,
      words: priorityLabel(priority),
    },
    assignee !== undefined && {
      field: "assignee",
      icon: <UserCheck className="icon small" />,
      words:
        assignee === "none"
          ? MESSAGES.unassign
          : name("assignee", assignee === "me" ? MESSAGES.me : MESSAGES.assignee),
    },
    team !== undefined && {
      field: "team",
      icon: <UsersRound className="icon small" />,
      words: team === "none" ? MESSAGES.noTeam : name("team", MESSAGES.team),
    },
    follow_up === "clear" && {
      field: "follow_up",
      icon: <AlarmClockOff className="icon small" />,
      words: MESSAGES.clearFollowUp,
    },
    typeof follow_up === "object" && {
      field: "follow_up",
      icon: <AlarmClock className="icon small" />,
      words: followUpWords(at ? MESSAGES.followUp(when(at)) : MESSAGES.inDays(follow_up.in_days), effects),
    },
    ...(add_tags ?? []).map((tag) => ({
      field: "add_tags" as const,
      tag,
      icon: <TagIcon className="icon small" />,
      words: tag,
    })),
    ...(remove_tags ?? []).map((tag) => ({
      field: "remove_tags" as const,
      tag,
      icon: <TagIcon className="icon small" />,
      words: MESSAGES.removeTag(tag),
    })),
    checklist && {
      field: "checklist",
      icon: <ListChecks className="icon small" />,
      words: MESSAGES.checklist(checklist.length),
    },
  ];
  return rows.flatMap((row) => {
    if (!row) return [];
    const gone = stale.find((one) => one.field === row.field && (!row.tag || one.name === row.tag));
    const words = gone ? staleSentence(gone) : row.words;
    return [{ ...row, key: `${row.field} ${row.tag ?? ""}`, words, isStale: gone !== undefined }];
  });
}

function followUpWords(when: string, effects: Effects): string {
  return isHeld(effects) ? `${when} · ${MESSAGES.hold}` : when;
}

/** Whether a follow-up puts the ticket on hold; the status beside it is the one that comes back with the date. */
export function isHeld({ follow_up }: Effects): boolean {
  return typeof follow_up === "object" && (follow_up.hold ?? true);
}

type Row = Omit<Chip, "key" | "isStale"> & { field: keyof Effects };

/** The saved reply itself, where that was deleted. */
export function replyChip(stale: readonly StaleEffect[]): Chip[] {
  const gone = stale.find(({ field }) => field === "reply");
  if (!gone) return [];
  const icon = <CircleOff className="icon small" />;
  return [{ key: "reply", field: "reply", icon, words: staleSentence(gone), isStale: true }];
}
