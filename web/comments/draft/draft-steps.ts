import { api } from "#web/lib/api/api-client.ts";
import type { CommonDraft } from "./common-draft.ts";
import { compareDrafts, isBlank, isSame } from "./compare-drafts.ts";
import {
  bodyOf,
  type Box,
  boxOf,
  type Draft,
  EMPTY_BOX,
  otherOf,
  serverDraftOf,
  wordsOf,
} from "./draft-box.ts";
import type { ShownState } from "./shown-state.ts";

/**
 * The box, and what is known of the server's draft. A step reads the box when it comes to it, never before: the person
 * writes on while an answer is awaited.
 */
export type Sides = {
  ticketId: string;
  readBox: () => Box;
  writeBox: (box: Box) => void;
  common: CommonDraft;
  state: ShownState;
};

/** Looks at the server's draft. */
export async function compare(sides: Sides): Promise<void> {
  const { draft } = await api("GET /tickets/{ticket_id}/draft", { params: { ticket_id: sides.ticketId } });
  await settle(sides, draft);
}

/** Saves what is not saved yet, unless the person still has to choose between two. */
export async function keep(sides: Sides): Promise<void> {
  const common = sides.common.now();
  if (sides.state.now().other || (common && isSame(wordsOf(sides.readBox()), common))) return;
  await save(sides, common?.version ?? 0);
}

/** The server's words come into the box. */
export function adopt({ common, state, writeBox }: Sides, draft: Draft): void {
  common.remember(serverDraftOf(draft));
  state.show({ other: null });
  writeBox(boxOf(draft));
}

/** Box and server become the same, or the person is asked. */
async function settle(sides: Sides, draft: Draft | null): Promise<void> {
  const { common, state, readBox } = sides;
  const server = draft && serverDraftOf(draft);
  const box = wordsOf(readBox());
  // Files do not outlive the page: of the same words those of the server come back.
  const isReloaded = server?.text === box.text && box.files.length === 0 && server.files.length > 0;
  const step = isReloaded ? "adopt" : compareDrafts(box, server, common.now());
  if (step === "adopt" && draft) adopt(sides, draft);
  else if (step === "empty") empty(sides);
  else if (step === "nothing") common.remember(server);
  else if (step === "ask") state.show({ other: draft });
  else if (step === "save") await save(sides, server?.version ?? 0);
  else if (step === "discard") await discard(sides);
}

function empty({ common, readBox, writeBox }: Sides): void {
  common.remember(null);
  writeBox({ ...EMPTY_BOX, isInternal: readBox().isInternal });
}

async function save(sides: Sides, base_version: number): Promise<void> {
  const box = sides.readBox();
  const words = wordsOf(box);
  if (isBlank(words)) return discard(sides);
  try {
    const { version } = await api("PUT /tickets/{ticket_id}/draft", {
      params: { ticket_id: sides.ticketId },
      body: { ...bodyOf(box), base_version },
      keepalive: true,
    });
    sides.common.remember({ ...words, version });
  } catch (error) {
    await settle(sides, otherOf(error));
  }
}

async function discard(sides: Sides): Promise<void> {
  const common = sides.common.now();
  if (!common) return;
  try {
    await api("DELETE /tickets/{ticket_id}/draft", {
      params: { ticket_id: sides.ticketId },
      query: { base_version: common.version },
      keepalive: true,
    });
    sides.common.remember(null);
  } catch (error) {
    await settle(sides, otherOf(error));
  }
}
