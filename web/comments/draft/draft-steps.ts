import { api } from "#web/lib/api/api-client.ts";
import type { CommonDraft } from "./common-draft.ts";
import {
  type Common,
  compareDrafts,
  type DraftWords,
  isBlank,
  isSame,
  type ServerDraft,
  type Step,
} from "./compare-drafts.ts";
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
  /** Whether the box is empty because its words are on their way: then the draft goes with them, or they come back. */
  isOnTheWay: () => boolean;
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
  if (sides.isOnTheWay()) return;
  const common = sides.common.now();
  if (sides.state.now().other || (common && isSame(wordsOf(sides.readBox()), common))) return;
  await save(sides, common?.version ?? 0);
}

/** The server's words come into the box. */
export function adopt({ common, state, writeBox }: Sides, draft: Draft): void {
  state.show({ other: null });
  writeBox(boxOf(draft));
  common.remember(serverDraftOf(draft), draft.text);
}

/** Box and server become the same, or the person is asked. */
async function settle(sides: Sides, draft: Draft | null): Promise<void> {
  const { common, state, readBox } = sides;
  const server = draft && serverDraftOf(draft);
  const box = wordsOf(readBox());
  const step = stepAfterReload(box, server, common.now()) ?? compareDrafts(box, server, common.now());
  if (step === "adopt" && draft) adopt(sides, draft);
  else if (step === "empty") empty(sides);
  else if (step === "nothing") common.remember(server, box.text);
  else if (step === "ask") state.show({ other: draft });
  else if (step === "save") await save(sides, server?.version ?? 0);
  else if (step === "discard") await discard(sides);
}

/** Files do not outlive the page: the same words are the same draft, sent meanwhile, gone on with or with its files on the server. */
function stepAfterReload(box: DraftWords, server: ServerDraft | null, common: Common): Step | null {
  const isBefore = (draft: ServerDraft | null) => draft?.text === box.text && draft.files.length > 0;
  if (box.files.length > 0 || !(isBefore(server) || isBefore(common))) return null;
  return server ? "adopt" : "empty";
}

function empty({ common, readBox, writeBox }: Sides): void {
  writeBox({ ...EMPTY_BOX, isInternal: readBox().isInternal });
  common.remember(null, "");
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
    sides.common.remember({ ...words, version }, sides.readBox().text);
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
    sides.common.remember(null, sides.readBox().text);
  } catch (error) {
    await settle(sides, otherOf(error));
  }
}
