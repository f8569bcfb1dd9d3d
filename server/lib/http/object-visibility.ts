import type { Endpoint } from "#contract/endpoint.ts";
import type { Ctx } from "../request-context.ts";

type Read = (ctx: Ctx, input: { params: Record<string, string>; query: unknown }) => Promise<unknown>;

/** How the features read single objects, by the path that names one, such as `/tickets/{ticket_id}`. */
export type ObjectVisibility = {
  /** Remembers how an endpoint reads its object. */
  add(endpoint: Endpoint, read: Read): void;
  /** Throws at the start where an object can be read, and its route is not one of `serveObject`. */
  refuseMissing(endpoints: readonly Endpoint[]): void;
  /** Refuses, as reading would, whoever does not see an object that an endpoint's path lies below. */
  refuseUnseen(ctx: Ctx, endpoint: Endpoint, params: Record<string, string>): Promise<void>;
};

/**
 * Keeps the reads beside the routes, so that no feature has to say a second time who sees what: an answer that was kept
 * for a repetition is given to those who could read its object at that moment.
 */
export function openObjectVisibility(): ObjectVisibility {
  const reads = new Map<string, Read>();
  return {
    add({ path, query }, read) {
      reads.set(path, (ctx, { params }) => read(ctx, { params, query: query?.parse({}) ?? {} }));
    },
    refuseMissing(endpoints) {
      const missing = endpoints.find((endpoint) => readsObject(endpoint) && !reads.has(endpoint.path));
      if (missing) throw new Error(`GET ${missing.path} reads one object: serve it with serveObject`);
    },
    async refuseUnseen(ctx, { path }, params) {
      const above = [...reads].filter(([read]) => path.startsWith(`${read}/`));
      for (const [, read] of above) await read(ctx, { params, query: {} });
    },
  };
}

function readsObject({ method, path, reply }: Endpoint): boolean {
  return method === "GET" && path.endsWith("}") && typeof reply !== "string";
}
