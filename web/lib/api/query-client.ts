import { QueryClient } from "@tanstack/react-query";
import type { QueryKey } from "#contract/query-keys.ts";
import { isTemporary } from "./api-error.ts";

const FIVE_MINUTES_MS = 5 * 60_000;

declare module "@tanstack/react-query" {
  interface Register {
    queryKey: QueryKey;
    queryMeta: {
      /** "own": its page takes live changes in by itself; otherwise what changed is fetched anew. */
      live?: "own";
    };
  }
}

/** Retries of rule 215, only where asking again can help: `retry: upTo(1)` in the ticket area and on dashboards. */
export function upTo(retries: number) {
  return (failures: number, error: unknown) => failures < retries && isTemporary(error);
}

/** 1 s, 2 s, 4 s, ... never more than 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(1000 * 2 ** failures, 30_000);
}

/** The one cache of server data, by the keys of contract/query-keys.ts. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FIVE_MINUTES_MS,
      gcTime: FIVE_MINUTES_MS,
      refetchOnWindowFocus: false,
      retry: upTo(3),
      retryDelay,
      // "Offline" says nothing about a server on this machine or network: ask, and show what happens.
      networkMode: "always",
    },
    // The variables of a mutation go with the component that sent them: they may hold a password.
    mutations: { networkMode: "always", gcTime: 0 },
  },
});
