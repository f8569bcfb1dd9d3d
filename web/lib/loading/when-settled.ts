import { queryClient } from "../api/query-client.ts";
import { whenIdle } from "../browser/when-idle.ts";

/**
 * Acts while the browser rests, once all that was asked for is here: what is fetched ahead takes no connection from what
 * is waited for, and a browser that only waits for an answer does not rest. Gives back how to call it off.
 */
export function whenSettled(act: () => void): () => void {
  let callOff = whenIdle(() => {
    if (!queryClient.isFetching()) return act();
    callOff = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.isFetching()) return;
      callOff();
      callOff = whenIdle(act);
    });
  });
  return () => callOff();
}
