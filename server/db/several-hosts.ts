/*
 * Several hosts in one URL, as libpq reads them: postgres://user@one:5432,two:5432/desk. They are tried in turn, and a
 * connection counts only where the server is what is wanted of it: one that writes, or one that follows.
 */
import { type Client, type ClientBase, type ClientConfig, Pool, type PoolClient, type PoolConfig } from "pg";
import { isDatabaseAway } from "./database-error.ts";
import { GuardedClient } from "./guarded-client.ts";
import { giveUp } from "./silent-connections.ts";

/** The kind of server that a connection is for; "any" is never asked what it is. */
export type Wanted = "any" | "read-write" | "standby";

/** The first is the one that is tried next. */
export type Hosts = { urls: string[]; wanted: Wanted };

const WANTED: Record<string, Wanted> = {
  any: "any",
  "read-write": "read-write",
  primary: "read-write",
  standby: "standby",
  "read-only": "standby",
};

/** Reads one URL for each host. Several without `target_session_attrs` lead to the one that writes; null for an unknown value of it. */
export function readHosts(url: string): Hosts | null {
  const [, head = "", authority = "", rest = ""] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? [];
  const said = /[?&]target_session_attrs=([^&]*)/.exec(rest)?.[1];
  const hosts = authority.split(",");
  const wanted = said === undefined ? (hosts.length > 1 ? "read-write" : "any") : WANTED[said];
  if (wanted === undefined) return null;
  // The driver would take it for a setting of the session.
  const path = rest.replace(/([?&])target_session_attrs=[^&]*(&|$)/, (_, first: string, last: string) =>
    last === "&" ? first : "",
  );
  return { urls: hosts.map((host) => `${head}${host}${path}`), wanted };
}

/** Opens a connection of its own: of several hosts to the first that answers and is what is wanted. */
export async function openClient(config: ClientConfig): Promise<Client> {
  const { urls, wanted } = hostsOf(config);
  let failure: unknown;
  for (const url of urls) {
    const client = new GuardedClient({ ...config, connectionString: url });
    client.on("error", () => {});
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await connectTo(client, wanted);
      return client;
    } catch (error) {
      failure = error;
      if (!isAway(error)) break;
    }
  }
  throw failure;
}

async function connectTo(client: Client, wanted: Wanted): Promise<void> {
  try {
    await client.connect();
    await refuseOtherKind(client, wanted);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** A pool that goes on with the next host where one is away, or is not what is wanted any more. */
export function makeHostPool(config: PoolConfig): Pool {
  const hosts = hostsOf(config);
  if (hosts.urls.length === 1 && hosts.wanted === "any")
    return new Pool({ ...config, Client: GuardedClient });
  return new HostPool(config, hosts);
}

/**
 * Milliseconds between two looks at the host in use. A server that froze, or a machine that lost its line, cuts no connection by
 * itself: after so many looks in vain, and where another is what is wanted, its connections are given up.
 */
const LOOK_EVERY = 2000;
const LOOKS = 2;

class HostPool extends Pool {
  readonly #hosts: Hosts;
  /** Connections, each with its host. */
  readonly #used: Map<Client, string>;
  #missed = 0;
  #isLooking = false;

  constructor(config: PoolConfig, hosts: Hosts) {
    const before: ((client: ClientBase) => unknown) | undefined = config.onConnect;
    const used = new Map<Client, string>();
    const prepare = async (client: ClientBase) => {
      await refuseOtherKind(client, hosts.wanted);
      await before?.(client);
    };
    super({
      ...config,
      Client: class extends GuardedClient {
        constructor(settings?: ClientConfig) {
          const [url = ""] = hosts.urls;
          super({ ...settings, connectionString: url });
          used.set(this, url);
          this.once("end", () => used.delete(this));
        }
      },
    });
    // The pool waits for it, whatever its type says.
    Object.assign(this.options, { onConnect: prepare });
    this.#hosts = hosts;
    this.#used = used;
    if (hosts.urls.length > 1) this.#watch();
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Parameters<Pool["connect"]>[0]): void;
  override connect(callback?: Parameters<Pool["connect"]>[0]): Promise<PoolClient> | void {
    const connecting = this.#connectSomewhere();
    if (!callback) return connecting;
    void this.#tell(connecting, callback);
  }

  async #tell(connecting: Promise<PoolClient>, callback: Parameters<Pool["connect"]>[0]): Promise<void> {
    try {
      const client = await connecting;
      setImmediate(callback, undefined, client, (error?: boolean | Error) => client.release(error));
    } catch (error) {
      setImmediate(callback, error instanceof Error ? error : new Error(String(error)), undefined, () => {});
    }
  }

  async #connectSomewhere(): Promise<PoolClient> {
    const { urls } = this.#hosts;
    for (let attempt = 1; ; attempt += 1) {
      const [tried = ""] = urls;
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        return await super.connect();
      } catch (error) {
        if (!isAway(error)) throw error;
        // Another may have gone on already.
        if (urls[0] === tried) urls.push(...urls.splice(0, 1));
        if (attempt >= urls.length) throw error;
      }
    }
  }

  #watch(): void {
    const timer = setInterval(() => {
      if (this.ending) clearInterval(timer);
      else if (!this.#isLooking && this.#used.size > 0) void this.#look();
    }, LOOK_EVERY).unref();
  }

  async #look(): Promise<void> {
    const [current = "", ...others] = this.#hosts.urls;
    this.#isLooking = true;
    try {
      this.#missed = (await this.#isAsWanted(current)) ? 0 : this.#missed + 1;
      if (this.#missed < LOOKS) return;
      const found = await Promise.all(others.map(async (url) => this.#isAsWanted(url)));
      const next = others.find((_, index) => found[index]);
      if (next === undefined) return;
      this.#missed = 0;
      this.#hosts.urls.splice(0, Infinity, next, ...others.filter((url) => url !== next), current);
      for (const [client, url] of this.#used) if (url === current) giveUp(client);
    } finally {
      this.#isLooking = false;
    }
  }

  async #isAsWanted(url: string): Promise<boolean> {
    const client = new GuardedClient({
      ...this.options,
      connectionString: url,
      connectionTimeoutMillis: LOOK_EVERY,
    });
    client.on("error", () => {});
    return connectTo(client, this.#hosts.wanted).then(
      async () => client.end().then(() => true),
      () => false,
    );
  }
}

const isAway = (error: unknown): error is Error => error instanceof Error && isDatabaseAway(error);

/** A server without a URL has one place. */
function hostsOf({ connectionString }: ClientConfig): Hosts {
  return readHosts(connectionString ?? "") ?? { urls: [connectionString ?? ""], wanted: "any" };
}

/** read_only_sql_transaction: as a server says it that was demoted under a connection. */
const OTHER_KIND = "25006";

async function refuseOtherKind(client: ClientBase, wanted: Wanted): Promise<void> {
  if (wanted === "any") return;
  const { rows } = await client.query<{ follows: boolean; reads: boolean }>(
    "select pg_is_in_recovery() as follows, current_setting('transaction_read_only')::boolean as reads",
  );
  const isWanted = wanted === "standby" ? rows[0]?.follows : rows[0]?.reads === false;
  if (isWanted) return;
  const words = wanted === "standby" ? "the server is no standby" : "the server only reads";
  throw Object.assign(new Error(words), { code: OTHER_KIND });
}
