import type { Ctx, SignedIn } from "#server/lib/request-context.ts";
import type { RecordingCtx } from "#server/lib/work/history.ts";
import type { Work } from "./work.ts";

/** The context of a verb that the sender of a mail asks for. Nobody is signed in, and no network address is theirs. */
export function contextOf({ app, db, now, mail, isQuiet }: Work, actor: SignedIn): Ctx {
  return { app, db, actor, now, ip: null, userAgent: null, requestId: mail.row.id, via: "mail", isQuiet };
}

/** The context of what the desk itself writes down about a mail. */
export function recordingContext({ db, now, mail }: Pick<Work, "db" | "now" | "mail">): RecordingCtx {
  return { db, now, actor: null, ip: null, requestId: mail.row.id, via: "mail" };
}
