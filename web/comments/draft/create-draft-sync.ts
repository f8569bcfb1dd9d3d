import { api } from "#web/lib/api/api-client.ts";
import { draftKey, dropDraft, readDraft, saveDraft } from "#web/lib/form/draft-storage.ts";
import { type Common, compareDrafts, isBlank, isSame } from "./compare-drafts.ts";
import {
  bodyOf,
  type Box,
  boxOf,
  type Draft,
  EMPTY_BOX,
  isServerDraft,
  otherOf,
  serverDraftOf,
  wordsOf,
} from "./draft-box.ts";

export type SyncState = {
  /** What was written elsewhere, while the person has to choose. */
  other: Draft | null;
  /** The server has not got the words. */
  isKeptHere: boolean;
};
type Parts = {
  userId: string;
  ticketId: string;
  readBox: () => Box;
  writeBox: (box: Box) => void;
  onState: (state: SyncState) => void;
};

/** Milliseconds after the last word. */
const REST_MS = 800;

/**
 * Keeps one box and its draft on the server the same. One step runs at a time, so that no answer overtakes the next one;
 * what both had in common last is remembered in this browser, beside its own copy of the words.
 */
export function createDraftSync({ userId, ticketId, readBox, writeBox, onState }: Parts) {
  const place = draftKey(userId, `common:comment:${ticketId}`);
  const params = { ticket_id: ticketId };
  let common: Common = readDraft(place, isServerDraft);
  let state: SyncState = { other: null, isKeptHere: false };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let work = Promise.resolve();
  let isOver = false;

  function show(next: Partial<SyncState>): void {
    state = { ...state, ...next };
    if (!isOver) onState(state);
  }

  function remember(next: Common): void {
    common = next;
    if (next) saveDraft(place, next);
    else dropDraft(place);
  }

  /** Runs one step after the other; the words are safe in this browser where one fails. */
  function next(step: () => Promise<void>): void {
    work = work.then(step).then(
      () => show({ isKeptHere: false }),
      () => show({ isKeptHere: !isBlank(wordsOf(readBox())) }),
    );
  }

  async function compare(): Promise<void> {
    const { draft } = await api("GET /tickets/{ticket_id}/draft", { params });
    await settle(draft);
  }

  async function settle(draft: Draft | null): Promise<void> {
    const server = draft && serverDraftOf(draft);
    const box = wordsOf(readBox());
    // Files do not outlive the page: of the same words those of the server come back.
    const isReloaded = server?.text === box.text && box.files.length === 0 && server.files.length > 0;
    const step = isReloaded ? "adopt" : compareDrafts(box, server, common);
    if (step === "adopt" && draft) adopt(draft);
    else if (step === "empty") empty();
    else if (step === "nothing") remember(server);
    else if (step === "ask") show({ other: draft });
    else if (step === "save") await save(server?.version ?? 0);
    else if (step === "discard") await discard();
  }

  function adopt(draft: Draft): void {
    remember(serverDraftOf(draft));
    show({ other: null });
    writeBox(boxOf(draft));
  }

  function empty(): void {
    remember(null);
    writeBox({ ...EMPTY_BOX, isInternal: readBox().isInternal });
  }

  async function save(base_version: number): Promise<void> {
    const box = readBox();
    const words = wordsOf(box);
    if (isBlank(words)) return discard();
    try {
      const { version } = await api("PUT /tickets/{ticket_id}/draft", {
        params,
        body: { ...bodyOf(box), base_version },
        keepalive: true,
      });
      remember({ ...words, version });
    } catch (error) {
      await settle(otherOf(error));
    }
  }

  async function discard(): Promise<void> {
    if (!common) return;
    try {
      await api("DELETE /tickets/{ticket_id}/draft", {
        params,
        query: { base_version: common.version },
        keepalive: true,
      });
      remember(null);
    } catch (error) {
      await settle(otherOf(error));
    }
  }

  async function keep(): Promise<void> {
    if (state.other || (common && isSame(wordsOf(readBox()), common))) return;
    await save(common?.version ?? 0);
  }

  return {
    /** Looks at the server's draft. */
    compare: () => next(compare),
    /** The words of the box are others. */
    changed(): void {
      clearTimeout(timer);
      timer = setTimeout(() => next(keep), REST_MS);
    },
    /** The live stream told of a version, or that the draft is gone. */
    told(version: number | null): void {
      if (version !== (common?.version ?? null))
        next(async () => {
          // What this window saved meanwhile is no news.
          if (version !== (common?.version ?? null)) await compare();
        });
    },
    /** Saves at once what is not saved yet: the page is left. */
    flush(): void {
      clearTimeout(timer);
      next(keep);
    },
    useOther(): void {
      if (state.other) adopt(state.other);
    },
    keepThis(): void {
      const { other } = state;
      if (!other) return;
      remember(serverDraftOf(other));
      show({ other: null });
      next(keep);
    },
    end(): void {
      isOver = true;
      clearTimeout(timer);
      next(keep);
    },
  };
}
