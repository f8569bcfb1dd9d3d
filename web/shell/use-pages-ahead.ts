import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { whenSettled } from "#web/lib/loading/when-settled.ts";
import type { NavEntry } from "./navigation.ts";

/** Where the list of tickets leads to. */
const TICKET = "/tickets/$ticketId";

/**
 * Fetches the code of a ticket's page and of those in the navigation before anybody goes there, one at a time while the
 * browser rests. Not for those who told their browser to save data.
 */
export function usePagesAhead(pages: readonly NavEntry[]): void {
  const { routesById } = useRouter();
  const addresses = [TICKET, ...pages.map(({ to }) => to)].join(" ");
  useEffect(() => {
    let isWanted = !isSavingData();
    async function fetchAll(): Promise<void> {
      for (const address of addresses.split(" ")) {
        await new Promise<void>((resolve) => whenSettled(resolve));
        if (!isWanted) return;
        // The settings have a frame and a page in it at one address. A failure shows itself where the page is opened.
        const routes = Object.values(routesById).filter(
          ({ fullPath }) => fullPath.replace(/\/$/, "") === address,
        );
        await Promise.all(routes.map(async ({ options }) => options.component?.preload?.())).catch(
          () => undefined,
        );
      }
    }
    void fetchAll();
    return () => {
      isWanted = false;
    };
  }, [routesById, addresses]);
}

/** Not every browser tells. */
function isSavingData(): boolean {
  const connection: unknown = "connection" in navigator ? navigator.connection : null;
  return (
    typeof connection === "object" &&
    connection !== null &&
    "saveData" in connection &&
    connection.saveData === true
  );
}
