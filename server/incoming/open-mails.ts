import { anyOf } from "#server/lib/any-of.ts";
import type { IncomingReason, IncomingState } from "#contract/incoming/states.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { getListed } from "./read.ts";

const WAITING = ["held", "failed"] as const;
/** States in which a mail can be decided on in each way; in any other somebody was there before. */
const OPEN_TO = {
  ignore: [...WAITING, "spam"],
  spam: [...WAITING, "ignored"],
  block: [...WAITING, "spam"],
  restore: ["ignored", "spam"],
  retry: [...WAITING, "ignored", "spam"],
  act: [...WAITING, "ignored", "spam"],
} as const satisfies Record<string, readonly IncomingState[]>;
type DecisionName = keyof typeof OPEN_TO;

/** A mail of which something is made. */
export const OPEN_TO_ACT = OPEN_TO.act;

export type OpenMail = {
  id: string;
  state: IncomingState;
  reason: IncomingReason | null;
  held_reason: IncomingReason | null;
  from_address: string | null;
};

/** Refuses 404, and 409 with who decided and when. The mail's row stays locked, so that of two at once one comes second. */
export async function lockOpenMail(ctx: Ctx, id: string, what: DecisionName): Promise<OpenMail> {
  const [mail] = await lockMails(ctx, [id]);
  if (!mail) throw refuse(404, "incoming.not_found");
  if (!isOpenTo(what, mail)) throw await refuseDecided(ctx, id);
  return mail;
}

/** Those of many mails that are still open to it, locked. */
export async function lockOpenMails(ctx: Ctx, ids: readonly string[], what: DecisionName) {
  return (await lockMails(ctx, ids)).filter((mail) => isOpenTo(what, mail));
}

/** In the order of their ids, so that two decisions on many never deadlock. */
async function lockMails(ctx: Ctx, ids: readonly string[]): Promise<OpenMail[]> {
  return ctx.db
    .selectFrom("incoming_mails")
    .select(["id", "state", "reason", "held_reason", "from_address"])
    .where("id", "=", anyOf(ids))
    .orderBy("id")
    .forUpdate()
    .execute();
}

function isOpenTo(what: DecisionName, { state }: OpenMail): boolean {
  const from: readonly IncomingState[] = OPEN_TO[what];
  return from.includes(state);
}

/** The refusal of a decision on a mail that was dealt with, with the facts. */
export async function refuseDecided(ctx: Ctx, id: string) {
  const { state, reason, ticket, decided_by_fullname, decided_at } = await getListed(ctx, id);
  return refuse(409, "incoming.decided_already", {
    extensions: { decided: { state, reason, ticket, by_fullname: decided_by_fullname, at: decided_at } },
  });
}
