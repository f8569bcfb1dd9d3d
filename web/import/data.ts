import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ImportState } from "#contract/import/import-fields.ts";
import { importKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type CallName, type QueryOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { saveCsv } from "#web/lib/save-csv.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { IMPORT_MESSAGES as MESSAGES } from "./messages.ts";

export type Import = ReplyOf<"GET /imports/{import_id}">;
export type Report = NonNullable<Import["report"]>;
export type Plan = BodyOf<"POST /imports/{import_id}/check">;
export type Table = ReplyOf<"GET /imports/{import_id}/table">;
export type Reading = NonNullable<QueryOf<"GET /imports/{import_id}/table">>;

const BUSY: readonly ImportState[] = ["checking", "running", "stopping", "undoing"];

export const isBusy = ({ state }: Import) => BUSY.includes(state);

const LOOK_MS = 1000;

export const importsQuery = {
  queryKey: importKeys.list(),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api("GET /imports", { signal, fallback: MESSAGES.failedToFetch }),
  staleTime: 0,
};

/** One import; asked for again each second while the server works on it. */
export function importQuery(id: string) {
  return {
    queryKey: importKeys.one(id),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api("GET /imports/{import_id}", {
        params: { import_id: id },
        signal,
        fallback: MESSAGES.failedToFetch,
      }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }: { state: { data?: Import } }) =>
      data && isBusy(data) ? LOOK_MS : false,
  };
}

export function tableQuery(id: string, reading: Reading) {
  return {
    queryKey: importKeys.table(id, reading),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api("GET /imports/{import_id}/table", {
        params: { import_id: id },
        query: reading,
        signal,
        fallback: MESSAGES.failedToFetch,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  };
}

/** Reads the file in another way, and keeps what was read for `tableQuery`. */
export function useReadTable(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reading: Reading) =>
      toastOutcome(client.fetchQuery(tableQuery(id, reading)), { failed: MESSAGES.failedToFetch }),
  });
}

type Step = Extract<CallName, `POST /imports/{import_id}/${"start" | "stop" | "undo"}`>;

/** Moves an import on; what the server answers is shown at once. */
export function useImportStep(id: string, step: Step, failed: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => toastOutcome(api(step, { params: { import_id: id } }), { failed }),
    onSuccess: (moved) => client.setQueryData(importKeys.one(id), moved),
    onSettled: () => client.invalidateQueries({ queryKey: importKeys.all() }),
  });
}

export function useCheckImport(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Plan) =>
      toastOutcome(api("POST /imports/{import_id}/check", { params: { import_id: id }, body }), {
        failed: MESSAGES.checkFailed,
      }),
    onSuccess: (moved) => client.setQueryData(importKeys.one(id), moved),
  });
}

export function useDiscardImport(id: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () =>
      toastOutcome(api("DELETE /imports/{import_id}", { params: { import_id: id } }), {
        done: MESSAGES.discarded,
        failed: MESSAGES.discardFailed,
      }),
    onSuccess: async () => {
      await navigate({ to: "/import" });
      client.removeQueries({ queryKey: importKeys.one(id) });
    },
  });
}

/** The rejected rows with their reasons, as a file that can be mended and imported. */
export function useDownloadRejects(id: string) {
  return useMutation({
    mutationFn: () =>
      toastOutcome(
        api("GET /imports/{import_id}/rejects", { params: { import_id: id } }).then((text) =>
          saveCsv("rejected-rows", text),
        ),
        { failed: MESSAGES.rejectsFailed },
      ),
  });
}
