import { queryOptions } from "@tanstack/react-query";
import { api, type BodyOf, type ReplyOf } from "../lib/api.ts";
import { queryClient } from "../lib/queries.ts";
import { told } from "../ui/told.ts";
import { FACTOR_WORDS, RECOVERY_WORDS, SETUP_FACTOR_WORDS, TURN_OFF_WORDS } from "./second-factor-words.ts";

export type SecondFactor = ReplyOf<"GET /auth/second-factor">;
export type AppKey = ReplyOf<"POST /auth/second-factor/setup">;
export type PasswordProof = BodyOf<"POST /auth/second-factor/setup">;

export const secondFactorQuery = queryOptions({
  queryKey: ["auth", "second-factor"],
  queryFn: ({ signal }) => api("GET /auth/second-factor", { signal, fallback: FACTOR_WORDS.failedToFetch }),
  // What is read here is acted on: never an old state.
  staleTime: 0,
});

export function startSetup(body: PasswordProof): Promise<AppKey> {
  return told(api("POST /auth/second-factor/setup", { body }), { failed: SETUP_FACTOR_WORDS.failed });
}

/** Turns it on and gives the recovery codes, the only time they are told; every other session ends. */
export async function confirmSetup(body: BodyOf<"POST /auth/second-factor/confirm">): Promise<string[]> {
  const { recovery_codes } = await told(api("POST /auth/second-factor/confirm", { body }), {
    done: SETUP_FACTOR_WORDS.done,
    failed: SETUP_FACTOR_WORDS.failedToTurnOn,
  });
  await refresh();
  return recovery_codes;
}

export async function renewCodes(body: PasswordProof): Promise<string[]> {
  const { recovery_codes } = await told(api("POST /auth/second-factor/recovery-codes", { body }), {
    done: RECOVERY_WORDS.renewed,
    failed: RECOVERY_WORDS.failedToRenew,
  });
  await refresh();
  return recovery_codes;
}

export async function turnOff(body: PasswordProof): Promise<void> {
  await told(api("POST /auth/second-factor/turn-off", { body }), TURN_OFF_WORDS);
  await refresh();
}

/** How it stands, and which sessions are left. */
async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["auth"] });
}
