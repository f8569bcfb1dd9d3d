/** What is known of tickets that are merged and split, as a child would keep it: lists of comments on tickets. */
export type ModelComment = {
  id: string;
  text: string;
  isNote: boolean;
  at: string;
  /** The description of a merged ticket, or the one that a new ticket took as its own. */
  hidden: boolean;
};
type Standing = {
  id: string;
  kind: "merge" | "split";
  ticket: string;
  into: string;
  moved: string[];
  opening: string;
};

export function openModel() {
  const places = new Map<string, string>();
  const comments = new Map<string, ModelComment>();
  const standing: Standing[] = [];
  const partOf = new Map<string, string>();

  const on = (ticket: string) => [...comments.values()].filter(({ id }) => places.get(id) === ticket);
  const move = (ids: readonly string[], to: string) => ids.forEach((id) => places.set(id, to));

  return {
    add(ticket: string, comment: Omit<ModelComment, "at" | "hidden">) {
      comments.set(comment.id, { ...comment, hidden: false, at: ticket });
      places.set(comment.id, ticket);
    },
    edit(id: string, text: string) {
      const comment = comments.get(id);
      if (comment) comment.text = text;
    },
    remove(id: string) {
      comments.delete(id);
    },
    merge(id: string, ticket: string, into: string) {
      const moved = on(ticket).map((comment) => comment.id);
      move(moved, into);
      partOf.set(ticket, into);
      standing.push({ id, kind: "merge", ticket, into, moved, opening: "" });
    },
    split(id: string, ticket: string, from: string, ids: readonly string[]) {
      move(ids, ticket);
      const opening = ids.find((each) => comments.get(each)?.isNote === false) ?? "";
      const first = comments.get(opening);
      if (first) first.hidden = true;
      standing.push({ id, kind: "split", ticket, into: from, moved: [...ids], opening });
    },
    undo(id: string) {
      const at = standing.findIndex((each) => each.id === id);
      const [done] = standing.splice(at, 1);
      if (!done) return;
      if (done.kind === "merge") {
        move(done.moved, done.ticket);
        partOf.delete(done.ticket);
        return;
      }
      const first = comments.get(done.opening);
      if (first) first.hidden = false;
      move(
        on(done.ticket).map((comment) => comment.id),
        done.into,
      );
      partOf.set(done.ticket, done.into);
    },
    /** The ids of the comments that somebody reads on a ticket; notes for the staff alone. */
    read(ticket: string, isStaff: boolean): string[] {
      return on(ticket)
        .filter(({ hidden, isNote }) => !hidden && (isStaff || !isNote))
        .map(({ id, text }) => `${id} ${text}`)
        .toSorted();
    },
    onTicket: (ticket: string) => on(ticket).filter(({ hidden }) => !hidden),
    isLive: (ticket: string) => !partOf.has(ticket),
    standing: () => standing,
  };
}
