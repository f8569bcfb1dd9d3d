import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { mayAddParticipant, mayBringColleagues, mayRemoveParticipant } from "#contract/access/tickets.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { ClientPicker } from "#web/users/client-picker.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { ColleaguePicker } from "./colleague-picker.tsx";
import { DETAIL_MESSAGES } from "../detail-messages.ts";
import { AlsoSentTo } from "#web/comments/mail/also-sent-to.tsx";
import { participantsQuery, useAddParticipant, useRemoveParticipant } from "./participants-data.ts";
import type { TicketDetail } from "../ticket-data.ts";
import { ticketAttributesOf } from "../ticket-attributes.ts";

/** The participants of the ticket, besides its client and assignee; staff add and remove people, clients add colleagues. */
export function ParticipantsCard({ ticket }: { ticket: TicketDetail }) {
  const actor = useActor();
  const { data } = useQuery(participantsQuery(ticket.id));
  const adding = useAddParticipant(ticket.id);
  const removing = useRemoveParticipant(ticket.id);
  const mayAdd = mayAddParticipant(actor, ticketAttributesOf(ticket));
  const mayBring = mayBringColleagues(actor, ticketAttributesOf(ticket));
  const participants = data?.participants ?? [];
  if (!mayAdd && !mayBring && participants.length === 0) return null;
  return (
    <Card
      title={DETAIL_MESSAGES.participants}
      actions={
        mayAdd ? (
          <span className="flex-row">
            <FollowButton
              isFollowing={ticket.following}
              isBusy={adding.isPending || removing.isPending}
              onFollow={() => adding.mutate(actor.id)}
              onUnfollow={() => removing.mutate(actor.id)}
            />
            <ClientPicker
              everybody
              value={null}
              clearable={false}
              label={DETAIL_MESSAGES.addParticipant}
              searchLabel={DETAIL_MESSAGES.findPerson}
              onChange={(person) => person && adding.mutate(person.id)}
              trigger={
                <button type="button" className="icon-button" aria-label={DETAIL_MESSAGES.addParticipant}>
                  <Plus className="icon small" />
                </button>
              }
            />
          </span>
        ) : (
          mayBring && <ColleaguePicker ticketId={ticket.id} onPick={adding.mutate} />
        )
      }
    >
      {participants.length === 0 && (
        <p className="subtle text-small">
          {mayAdd ? DETAIL_MESSAGES.noParticipants : DETAIL_MESSAGES.noColleagues}
        </p>
      )}
      <ul className="people">
        {participants.map((person) => (
          <li key={person.user_id} className="flex-row text-small">
            <Avatar name={person.fullname} size="small" />
            <span className="truncate">{person.fullname}</span>
            {person.role === "cc" && <Badge>{DETAIL_MESSAGES.cc}</Badge>}
            {person.user_type === "internal" && <Badge tone="accent">{DETAIL_MESSAGES.staff}</Badge>}
            <span className="grow" />
            {mayRemoveParticipant(actor, person.user_id) && (
              <IconButton
                label={`${DETAIL_MESSAGES.removeParticipant} ${person.fullname}`}
                busy={removing.isPending && removing.variables === person.user_id}
                disabled={removing.isPending}
                onClick={() => removing.mutate(person.user_id)}
              >
                <X className="icon small" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <AlsoSentTo ticketId={ticket.id} />
    </Card>
  );
}

function FollowButton(props: {
  isFollowing: boolean;
  isBusy: boolean;
  onFollow: () => void;
  onUnfollow: () => void;
}) {
  return (
    <Button
      look="ghost"
      size="small"
      busy={props.isBusy}
      onClick={props.isFollowing ? props.onUnfollow : props.onFollow}
    >
      {props.isFollowing ? DETAIL_MESSAGES.unfollow : DETAIL_MESSAGES.follow}
    </Button>
  );
}
