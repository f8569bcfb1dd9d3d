import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { liveKeys } from "#contract/query-keys.ts";
import type { LiveMessages } from "#contract/live.ts";
import { rewriteRows } from "./data.ts";

const [DRAFT] = liveKeys.own("draft");

/** Marks rows on which this person has begun to write, or no longer, as the live stream tells of their own drafts. */
export function useDraftMarks(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ type, query }) => {
        if (type !== "updated" || query.queryKey[0] !== DRAFT) return;
        const told = client.getQueryData<LiveMessages["draft"]>(query.queryKey);
        const has_draft = told?.version !== null;
        rewriteRows(client, (row) =>
          row.id === told?.ticket_id && row.has_draft !== has_draft ? { ...row, has_draft } : row,
        );
      }),
    [client],
  );
}
