import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Spinner } from "../spinner.tsx";
import { MoreRows } from "./more-rows.tsx";

/** What a list whose pages come one after the other knows of its loading. */
export type PagedList = Pick<
  UseInfiniteQueryResult,
  | "isError"
  | "isPending"
  | "error"
  | "refetch"
  | "hasNextPage"
  | "isFetchingNextPage"
  | "isFetchNextPageError"
  | "fetchNextPage"
>;

type Props = {
  list: PagedList;
  /** How much of it is shown, and the words while more comes and where it does not. */
  messages: { shown: string; loading: string; failed: string };
  children?: ReactNode;
};

/** The foot of a list below rows that need not be all. */
export function MoreOfList({ list, messages, children }: Props) {
  return (
    <MoreRows
      status={
        list.isFetchingNextPage ? (
          <>
            <Spinner />
            {messages.loading}
          </>
        ) : (
          messages.shown
        )
      }
      failed={messages.failed}
      isLoading={list.isFetchingNextPage}
      hasMore={list.hasNextPage}
      hasFailed={list.isFetchNextPageError}
      onMore={() => void list.fetchNextPage()}
    >
      {children}
    </MoreRows>
  );
}
