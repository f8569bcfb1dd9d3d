// In the package its generated copy stands in the place of the contract.
import type { Api } from "#contract/api.ts";

export type { Api };

/** The name of an operation, as the reference has it: `"GET /tickets"`. */
export type Operation = keyof Api;

type Part = "params" | "query" | "body";

/** The parts that an operation has, and among them those without which it cannot be asked. */
type PartOf<Name extends Operation> = {
  [Each in Part]: Api[Name][Each] extends undefined ? never : Each;
}[Part];
type NeededPart<Name extends Operation> = {
  [Each in PartOf<Name>]: object extends Api[Name][Each] ? never : Each;
}[PartOf<Name>];

/** What an operation is asked with: parameters of its path, of its query, and a body, each where it has them. */
export type Asked<Name extends Operation> = { [Each in NeededPart<Name>]: Api[Name][Each] } & {
  [Each in Exclude<PartOf<Name>, NeededPart<Name>>]?: Api[Name][Each];
} & {
  /** Of a POST: the same key again gets the first answer, and nothing is made twice. One is made where none is given. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** What an operation answers. */
export type Answer<Name extends Operation> = Api[Name]["reply"];

type ParamsOf<Name extends Operation> =
  object extends Asked<Name> ? [asked?: Asked<Name>] : [asked: Asked<Name>];

type Problem = {
  detail?: string;
  code?: string;
  errors?: { path: string; code: string; message: string }[];
  params?: Record<string, unknown>;
};

/** A refusal: `message` is its sentence for people, `code` its id for programs. */
export class WaypostError extends Error {
  override readonly name = "WaypostError";
  readonly status: number;
  readonly code: string;
  /** The fields that are not right. */
  readonly errors: { path: string; code: string; message: string }[];
  readonly params: Record<string, unknown>;
  /** Seconds to wait, where the server says so. */
  readonly retryAfter: number | null;

  constructor(status: number, problem: Problem, retryAfter: string | null) {
    super(problem.detail ?? `The server answered ${status}`);
    this.status = status;
    this.code = problem.code ?? "";
    this.errors = problem.errors ?? [];
    this.params = problem.params ?? {};
    this.retryAfter = retryAfter === null ? null : Number(retryAfter);
  }
}

export type Options = {
  /** The fetch to use instead of the platform's own. */
  fetch?: typeof globalThis.fetch;
};

type Credentials = { email: string; password: string; code?: string };

type Loose = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** A signed-in client of one desk. Its session is renewed by itself; a request that got no answer is sent once more. */
export class Waypost {
  readonly #base: string;
  readonly #fetch: typeof globalThis.fetch;
  #token: string | null = null;
  #refresh: string | null = null;
  #renewing: Promise<void> | null = null;

  /** `address` is that of the desk, such as `https://desk.example.com`. */
  constructor(address: string, options: Options = {}) {
    this.#base = `${address.replace(/\/$/, "")}/api`;
    this.#fetch = options.fetch ?? globalThis.fetch;
  }

  /** Signs in. Throws `WaypostError` with the code `auth.second_factor_required` where a code is asked for. */
  async signIn(credentials: Credentials): Promise<void> {
    const { access_token: token } = await this.call("POST /auth/login", { body: credentials });
    this.#token = token;
  }

  async signOut(): Promise<void> {
    await this.call("POST /auth/logout");
    this.#token = null;
    this.#refresh = null;
  }

  /** Calls an operation, checked by its name: `await desk.call("GET /tickets", { query: { status: "open" } })`. */
  async call<Name extends Operation>(name: Name, ...[asked]: ParamsOf<Name>): Promise<Answer<Name>> {
    const wanted: Loose = { ...asked };
    if (name.startsWith("POST ")) wanted.idempotencyKey ??= crypto.randomUUID();
    const used = this.#token;
    let answer = await this.#send(name, wanted);
    if (answer.status === 401 && this.#refresh !== null && !name.includes(" /auth/login")) {
      // Another call may have renewed it while this one was on its way.
      if (this.#token === used) await this.#renew();
      answer = await this.#send(name, wanted);
    }
    // The server's word for it: it checks what it answers against the contract.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return (await read(answer)) as Answer<Name>;
  }

  /** Every ticket that a list finds, page after page, however many they are. */
  async *tickets(
    query: NonNullable<Asked<"GET /tickets">["query"]> = {},
  ): AsyncGenerator<Answer<"GET /tickets">["items"][number]> {
    for (let after: string | null | undefined; after !== null;) {
      const page = await this.call("GET /tickets", { query: { ...query, ...(after ? { after } : {}) } });
      yield* page.items;
      after = page.meta.next ?? null;
    }
  }

  async #send(
    name: string,
    { params = {}, query = {}, body, idempotencyKey, signal }: Loose,
  ): Promise<Response> {
    const [method = "GET", path = ""] = name.split(" ");
    const url = new URL(
      this.#base +
        path.replaceAll(/\{(\w+)\}/g, (_whole, key: string) => encodeURIComponent(params[key] ?? "")),
    );
    for (const [key, value] of Object.entries(query))
      for (const each of Array.isArray(value) ? value : [value])
        if (each !== undefined && each !== null) url.searchParams.append(key, String(each));
    const isForm = body instanceof FormData;
    const request = {
      method,
      headers: {
        ...(this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(this.#refresh !== null && path.startsWith("/auth/") ? { cookie: this.#refresh } : {}),
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
        ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      signal: signal ?? null,
    };
    const answer = await this.#fetch(url, request).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      // No answer came. Everything but a POST may be asked twice, and a POST has its key.
      return this.#fetch(url, request);
    });
    const cookie = answer.headers.getSetCookie().find((one) => /^(__Host-)?refresh=/.test(one));
    if (cookie) this.#refresh = cookie.split(";")[0] ?? null;
    return answer;
  }

  /** One at a time: a refresh token works once. */
  async #renew(): Promise<void> {
    this.#renewing ??= (async () => {
      const answer = await this.#send("POST /auth/refresh", {});
      const renewed = await read(answer);
      if (typeof renewed === "object" && renewed !== null && "access_token" in renewed)
        this.#token = String(renewed.access_token);
    })().finally(() => {
      this.#renewing = null;
    });
    await this.#renewing;
  }
}

async function read(answer: Response): Promise<unknown> {
  const isJson = /json/.test(answer.headers.get("content-type") ?? "");
  if (answer.ok) return answer.status === 204 ? {} : isJson ? answer.json() : answer.text();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const problem = (isJson ? await answer.json() : {}) as Problem;
  throw new WaypostError(answer.status, problem, answer.headers.get("retry-after"));
}
