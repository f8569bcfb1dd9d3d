import { api, type BodyOf } from "#web/lib/api/api-client.ts";
import { isRefusal } from "#web/lib/api/api-error.ts";
import type { Mail } from "../data.ts";
import { INCOMING_MESSAGES } from "../messages.ts";
import type { Decision } from "./use-decide.ts";

const { done, failed } = INCOMING_MESSAGES;

const paramsOf = ({ id }: Pick<Mail, "id">) => ({ params: { mail_id: id } });
const say = (title: string) => () => ({ title });

export function ignoreMail(mail: Mail): Decision {
  return {
    ids: [mail.id],
    send: () => api("POST /incoming/{mail_id}/ignore", paramsOf(mail)),
    done: say(done.ignore),
    failed: failed.ignore,
    undo: () => api("POST /incoming/{mail_id}/restore", paramsOf(mail)),
  };
}

/** Holds ignored mail and spam again; taken back, it is what it was. */
export function restoreMail(mail: Mail): Decision {
  const before = mail.state === "spam" ? "spam" : "ignore";
  return {
    ids: [mail.id],
    send: () => api("POST /incoming/{mail_id}/restore", paramsOf(mail)),
    done: say(done.restore),
    failed: failed.restore,
    undo: () => api("POST /incoming/bulk", { body: { ids: [mail.id], do: before } }),
  };
}

export type BlockWhat = BodyOf<"POST /incoming/{mail_id}/block">["what"];

export function blockSender(mail: Mail, what: BlockWhat): Decision {
  let blockId: string | null = null;
  return {
    ids: [mail.id],
    send: async () => {
      const reply = await api("POST /incoming/{mail_id}/block", { ...paramsOf(mail), body: { what } });
      blockId = reply.block_id;
    },
    done: say(done.block),
    failed: failed.block,
    undo: async () => {
      if (blockId !== null) await unblock(blockId);
      await api("POST /incoming/{mail_id}/restore", paramsOf(mail));
    },
  };
}

/** Somebody may have let the sender in meanwhile. */
async function unblock(block_id: string): Promise<void> {
  try {
    await api("DELETE /incoming/blocked/{block_id}", { params: { block_id } });
  } catch (error) {
    if (!isRefusal(error, "incoming.block_not_found")) throw error;
  }
}

export type BulkAct = BodyOf<"POST /incoming/bulk">["do"];

/** Decides on many at once; what was dealt with already stays as it is, and is counted. */
export function decideOnMany(mails: readonly Mail[], act: BulkAct): Decision {
  const ids = mails.map(({ id }) => id);
  let taken: readonly string[] = [];
  let skipped = 0;
  return {
    ids,
    send: async () => {
      const reply = await api("POST /incoming/bulk", { body: { ids, do: act } });
      taken = reply.done;
      skipped = reply.skipped.length;
    },
    done: () => ({
      title: done.bulk[act](taken.length),
      detail: skipped > 0 ? done.skipped(skipped) : undefined,
    }),
    failed: failed.bulk,
    // What is tried again may be a ticket by now.
    ...(act !== "retry" && {
      undo: () =>
        takeBulkBack(
          mails.filter(({ id }) => taken.includes(id)),
          act,
        ),
    }),
  };
}

/** Held mail is held again; of what was held again, spam is spam and the rest ignored as before. */
async function takeBulkBack(mails: readonly Mail[], act: BulkAct): Promise<void> {
  const backAs = (mail: Mail): BulkAct =>
    act !== "restore" ? "restore" : mail.state === "spam" ? "spam" : "ignore";
  for (const back of ["restore", "ignore", "spam"] as const) {
    const ids = mails.filter((mail) => backAs(mail) === back).map(({ id }) => id);
    // Each is a call of its own, in the order of the list.
    // oxlint-disable-next-line no-await-in-loop
    if (ids.length > 0) await api("POST /incoming/bulk", { body: { ids, do: back } });
  }
}
