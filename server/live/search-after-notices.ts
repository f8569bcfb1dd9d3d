/** Milliseconds between a notice and the search for those that were never sent. */
const SEARCH_AFTER = 1000;

/** Searches a second after a notice, and again as long as more of them come. */
export function openSearchAfterNotices(search: () => void) {
  let searching: NodeJS.Timeout | undefined;
  let isBusy = false;

  function searchSoon(): void {
    isBusy = searching !== undefined;
    searching ??= setTimeout(() => {
      searching = undefined;
      search();
      if (isBusy) searchSoon();
    }, SEARCH_AFTER).unref();
  }

  return { searchSoon, end: () => clearTimeout(searching) };
}
