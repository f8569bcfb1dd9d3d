import { queryOptions, useMutation } from "@tanstack/react-query";
import { authKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { FACTOR_MESSAGES, RECOVERY_MESSAGES, SETUP_FACTOR_MESSAGES, TURN_OFF_MESSAGES } from "./messages.ts";

export type SecondFactor = ReplyOf<"GET /auth/second-factor">;
export type AppKey = ReplyOf<"POST /auth/second-factor/setup">;
export type PasswordProof = BodyOf<"POST /auth/second-factor/setup">;

export const secondFactorQuery = queryOptions({
  queryKey: authKeys.secondFactor(),
  queryFn: ({ signal }) =>
    api("GET /auth/second-factor", { signal, fallback: FACTOR_MESSAGES.failedToFetch }),
  // The person acts on this state, so it is always fetched anew.
  staleTime: 0,
});

export function useStartSetup() {
  return useMutation({
    mutationFn: ({ body }: Submission<PasswordProof>) =>
      toastOutcome(api("POST /auth/second-factor/setup", { body }), { failed: SETUP_FACTOR_MESSAGES.failed }),
  });
}

/** Turns the second factor on; the reply has the recovery codes, which are never shown again; every other session ends. */
export function useConfirmSetup() {
  return useMutation({
    mutationFn: ({ body }: Submission<BodyOf<"POST /auth/second-factor/confirm">>) =>
      toastOutcome(api("POST /auth/second-factor/confirm", { body }), {
        done: SETUP_FACTOR_MESSAGES.done,
        failed: SETUP_FACTOR_MESSAGES.failedToTurnOn,
      }),
    onSuccess: refresh,
  });
}

export function useRenewCodes() {
  return useMutation({
    mutationFn: ({ body }: Submission<PasswordProof>) =>
      toastOutcome(api("POST /auth/second-factor/recovery-codes", { body }), {
        done: RECOVERY_MESSAGES.renewed,
        failed: RECOVERY_MESSAGES.failedToRenew,
      }),
    onSuccess: refresh,
  });
}

export function useTurnOff() {
  return useMutation({
    mutationFn: ({ body }: Submission<PasswordProof>) =>
      toastOutcome(api("POST /auth/second-factor/turn-off", { body }), TURN_OFF_MESSAGES),
    onSuccess: refresh,
  });
}

/** Fetches the state of the second factor and the remaining sessions anew. */
async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: authKeys.all() });
}
