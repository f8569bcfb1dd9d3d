import { api } from "#web/lib/api/api-client.ts";
import { bodyOf, boxOf } from "../draft/draft-box.ts";
import { keepHere, type Place } from "../draft/keep-here.ts";
import { joinWords } from "../join-words.ts";
import { bringBack, type Words } from "./bring-back.ts";

/** Gives words back to the box of a ticket, or where it is not on the screen to the draft that it shows next time. */
export async function giveBack(place: Place, words: Words): Promise<"box" | "draft"> {
  if (bringBack(place.ticketId, words)) return "box";
  const { files: _, ...kept } = words;
  // That they are for all reporters is known to this browser alone.
  if (words.toAll) keepHere(place, kept);
  // A ticket in the trash takes no draft: there they wait in this browser.
  await putIntoDraft(place, words).catch(() => {
    if (!words.toAll) keepHere(place, kept);
  });
  return "draft";
}

async function putIntoDraft({ ticketId }: Place, words: Words): Promise<void> {
  const params = { ticket_id: ticketId };
  const { draft } = await api("GET /tickets/{ticket_id}/draft", { params });
  const since = draft && boxOf(draft);
  const { mentions = [], brought, ...joined } = since ? joinWords(words, since) : words;
  const attachments = [...words.files, ...(since?.attachments ?? [])];
  await api("PUT /tickets/{ticket_id}/draft", {
    params,
    body: {
      ...bodyOf({ ...joined, mentions, brought, attachments }),
      ...(draft && { base_version: draft.version }),
    },
  });
}
