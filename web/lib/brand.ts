import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, type ReplyOf } from "./api.ts";
import { LIB_WORDS } from "./words.ts";

export type Config = ReplyOf<"GET /config">;

/** Brand and public settings; asked for once. */
export const configQuery = queryOptions({
  queryKey: ["config"],
  queryFn: ({ signal }) => api("GET /config", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export function useConfig(): Config | undefined {
  return useQuery(configQuery).data;
}

/** The short name and the logo; the product's own until the organisation's are known. */
export function useBrand(): { shortName: string; logoUrl: string | null } {
  const config = useConfig();
  return { shortName: config?.short_name ?? LIB_WORDS.productName, logoUrl: config?.logo_url ?? null };
}

/** Names the browser's tab "{page} · {short name}". */
export function usePageTitle(page: string): void {
  const { shortName } = useBrand();
  useEffect(() => {
    document.title = `${page} · ${shortName}`;
  }, [page, shortName]);
}
