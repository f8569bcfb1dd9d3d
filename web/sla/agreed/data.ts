import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { calendarKeys, slaKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { AGREED_MESSAGES as MESSAGES } from "./messages.ts";

export type Assignment = ReplyOf<"GET /sla/assignments/{scope}">;
export type Policy = ReplyOf<"GET /sla/policies">["policies"][number];
/** A company's id, or the organization. */
export type Scope = string;
export const ORGANIZATION: Scope = "organization";

export function assignmentQuery(scope: Scope) {
  return queryOptions({
    queryKey: slaKeys.assignment(scope),
    queryFn: ({ signal }) =>
      api("GET /sla/assignments/{scope}", { params: { scope }, signal, fallback: MESSAGES.failedToLoad }),
  });
}

/** Who has which; the organization, and companies with a choice of their own. */
export const assignmentsQuery = queryOptions({
  queryKey: slaKeys.assignments(),
  queryFn: ({ signal }) => api("GET /sla/assignments", { signal, fallback: MESSAGES.failedToLoad }),
});

export const policiesQuery = queryOptions({
  queryKey: slaKeys.policies(),
  queryFn: async ({ signal }) =>
    (await api("GET /sla/policies", { signal, fallback: MESSAGES.failedToLoad })).policies,
});

/** The calendars of the desk, by which hours are counted. */
export const calendarsQuery = queryOptions({
  queryKey: calendarKeys.list(),
  queryFn: async ({ signal }) => (await api("GET /calendars", { query: {}, signal })).calendars,
});

export type AssignmentBody = BodyOf<"PUT /sla/assignments/{scope}">;

export function useAssign(scope: Scope) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body }: Submission<AssignmentBody>) =>
      toastOutcome(api("PUT /sla/assignments/{scope}", { params: { scope }, body }), {
        done: MESSAGES.saved,
        failed: MESSAGES.failed,
      }),
    onSuccess: (assignment) => client.setQueryData(assignmentQuery(scope).queryKey, assignment),
    // Refused because somebody was quicker: theirs is read.
    onSettled: () => void client.invalidateQueries({ queryKey: slaKeys.all() }),
  });
}
