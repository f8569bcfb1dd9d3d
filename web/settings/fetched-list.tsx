import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type Props<Data> = {
  query: UseQueryResult<Data>;
  /** The words where it could not be fetched and nothing better is known. */
  failed: string;
  /** The rows. */
  children: (data: Data) => ReactNode;
};

/** The list of a section that fetches its own rows; a failure says why and can be tried again. */
export function FetchedList<Data>({
  query: { data, isError, error, refetch },
  failed,
  children,
}: Props<Data>) {
  if (isError)
    return <ErrorState title={failureMessage(error, failed) ?? failed} onRetry={() => void refetch()} />;
  return (
    <ul className="settings-list">
      {data === undefined ? (
        <li>
          <Skeleton width="60%" height="1.25rem" />
        </li>
      ) : (
        children(data)
      )}
    </ul>
  );
}
