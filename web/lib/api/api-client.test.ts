import { describe, expect, test } from "vitest";
import { ApiError, failureMessage, fieldErrors, isTemporary, SESSION_EXPIRED } from "./api-error.ts";
import { createApi } from "./api-client.ts";
import type { World } from "./token-refresh.ts";

type Seen = { call: string; token: string | null; key: string | null };
type Answer = (call: string, token: string | null) => Response | Promise<Response>;

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

const busy = () =>
  new Response(JSON.stringify({ detail: "The desk is very busy", code: "server.busy" }), {
    status: 503,
    headers: { "content-type": "application/json", "retry-after": "2" },
  });

/** A browser with a signed-in session whose token is "old"; `answer` plays the server. */
function browserWith(answer: Answer, over: Partial<World> = {}) {
  const seen: Seen[] = [];
  const state = { token: "old" as string | null, expiries: 0, factorsRequired: 0 };
  const world: World = {
    fetch: async (url, init) => {
      const headers = new Headers(init.headers);
      const token = headers.get("authorization")?.replace("Bearer ", "") ?? null;
      const call = `${init.method} ${url}`;
      seen.push({ call, token, key: headers.get("idempotency-key") });
      return answer(call, token);
    },
    token: () => state.token,
    setToken: (token) => {
      state.token = token;
    },
    onExpired: () => {
      state.token = null;
      state.expiries += 1;
    },
    onFactorRequired: () => {
      state.factorsRequired += 1;
    },
    confirmIdentity: () => Promise.resolve(true),
    exclusively: (work) => work(),
    isSignedOut: () => false,
    wait: () => Promise.resolve(),
    isUnreachable: () => Promise.resolve(false),
    ...over,
  };
  const renewals = () => seen.filter(({ call }) => call === "POST /api/auth/refresh").length;
  return { api: createApi(world), seen, state, renewals };
}

const onlyNewToken: Answer = (call, token) => {
  if (call === "POST /api/auth/refresh") return json(200, { access_token: "new" });
  return token === "new" ? json(200, { items: [] }) : json(401, { detail: "Not signed in" });
};

describe("a refused call", () => {
  test("tells the server's sentence, its code and the fields", async () => {
    const body = {
      detail: "Subject is required",
      code: "ticket.subject_required",
      errors: [{ path: "subject", message: "Subject is required" }],
    };
    const { api } = browserWith(() => json(422, body));
    const error = await api("GET /tickets").catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      message: "Subject is required",
      status: 422,
      code: "ticket.subject_required",
    });
    expect(fieldErrors(error)).toEqual({ subject: "Subject is required" });
    expect(isTemporary(error)).toBe(false);
  });

  test("says when nothing is open any more until a second factor is set up", async () => {
    const body = { detail: "Set up two-factor sign-in first", code: "auth.second_factor_setup_required" };
    const { api, state } = browserWith(() => json(403, body));
    await expect(api("GET /tickets")).rejects.toThrow(body.detail);
    expect(state.factorsRequired).toBe(1);
  });

  test("is sent once more, under the same name, when the person confirms that it is them", async () => {
    const demand = { detail: "Confirm that it is you", code: "auth.confirmation_required" };
    let tries = 0;
    const { api, seen } = browserWith(() => {
      tries += 1;
      return tries === 1 ? json(403, demand) : json(201, {});
    });
    await api("POST /users", { body: { email: "eli@waypost.test", fullname: "Eli", password: "x" } });
    expect(seen.map(({ call }) => call)).toEqual(["POST /api/users", "POST /api/users"]);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
  });

  test("is cancelled, which no toast tells, when the person would not confirm", async () => {
    const demand = { detail: "Confirm that it is you", code: "auth.confirmation_required" };
    const { api, seen } = browserWith(() => json(403, demand), {
      confirmIdentity: () => Promise.resolve(false),
    });
    const error = await api("GET /audit/export").catch((caught: unknown) => caught);
    expect(failureMessage(error, "The download failed")).toBeNull();
    expect(seen).toHaveLength(1);
  });

  test("falls back to the operation's words, then the status text, then 'An error occurred'", async () => {
    const { api } = browserWith(() => new Response("<html>", { status: 502, statusText: "Bad Gateway" }));
    await expect(api("GET /tickets", { fallback: "Failed to fetch tickets" })).rejects.toThrow(
      "Failed to fetch tickets",
    );
    await expect(api("GET /tickets")).rejects.toThrow("Bad Gateway");
    const nameless = browserWith(() => json(400, { detail: ["not", "a", "sentence"] }));
    await expect(nameless.api("GET /tickets")).rejects.toThrow("An error occurred");
  });

  test("is temporary without an answer and with the server's own trouble", async () => {
    const cut = browserWith(() => Promise.reject(new TypeError("Failed to fetch")));
    const error = await cut.api("GET /tickets").catch((caught: unknown) => caught);
    expect(error).toMatchObject({ status: 0 });
    expect(isTemporary(error)).toBe(true);
    expect(isTemporary(new ApiError("", { status: 503 }))).toBe(true);
  });
});

describe("a call", () => {
  test("fills the path, leaves out what is empty, and answers 204 with an empty object", async () => {
    const { api, seen } = browserWith(() => new Response(null, { status: 204 }));
    await api("GET /tickets", { query: { search: "vpn 7.4", page: 2 } });
    const answer = await api("DELETE /tickets/{ticket_id}", { params: { ticket_id: "a/b" } });
    expect(seen.map(({ call }) => call)).toEqual([
      "GET /api/tickets?search=vpn+7.4&page=2",
      "DELETE /api/tickets/a%2Fb",
    ]);
    expect(answer).toEqual({});
  });

  test("names each submission, and keeps the name when it is sent again after a renewal", async () => {
    const { api, seen } = browserWith(onlyNewToken);
    await api("POST /tickets", { body: { subject: "VPN", issue: "It drops" }, idempotencyKey: "one" });
    const posts = seen.filter(({ call }) => call === "POST /api/tickets");
    expect(posts.map(({ key }) => key)).toEqual(["one", "one"]);
  });
});

describe("a change that is turned away because the server is busy", () => {
  const change = { params: { ticket_id: "one" }, body: { status: "closed" } } as const;

  test("is sent once more, after the pause that the server asks for", async () => {
    const pauses: number[] = [];
    const answers = [busy(), json(200, { id: "one" })];
    const { api, seen } = browserWith(() => answers.shift() ?? json(500, {}), {
      wait: async (milliseconds) => void pauses.push(milliseconds),
    });
    expect(await api("PUT /tickets/{ticket_id}", change)).toEqual({ id: "one" });
    expect(seen).toHaveLength(2);
    expect(pauses).toEqual([2000]);
  });

  test("is told about when it is turned away again", async () => {
    const { api, seen } = browserWith(busy);
    await expect(api("PUT /tickets/{ticket_id}", change)).rejects.toMatchObject({ code: "server.busy" });
    expect(seen).toHaveLength(2);
  });

  test("is not sent again after any other failure, and readings are left to the cache", async () => {
    const late = browserWith(() => json(503, { detail: "It took too long", code: "server.timed_out" }));
    await expect(late.api("PUT /tickets/{ticket_id}", change)).rejects.toThrow("It took too long");
    const reading = browserWith(busy);
    await expect(reading.api("GET /tickets")).rejects.toMatchObject({ code: "server.busy" });
    expect([late.seen.length, reading.seen.length]).toEqual([1, 1]);
  });
});

describe("an expired access token", () => {
  test("is renewed once for twenty parallel calls, each sent once more", async () => {
    const { api, seen, renewals, state } = browserWith(onlyNewToken);
    await Promise.all(Array.from({ length: 20 }, () => api("GET /tickets")));
    expect(renewals()).toBe(1);
    expect(seen.filter(({ token }) => token === "new")).toHaveLength(20);
    expect(state).toEqual({ token: "new", expiries: 0, factorsRequired: 0 });
  });

  test("is not renewed again for a call that was under way during the renewal", async () => {
    const late = Promise.withResolvers<Response>();
    const { api, renewals } = browserWith((call, token) =>
      call === "GET /api/companies" && token === "old" ? late.promise : onlyNewToken(call, token),
    );
    const slow = api("GET /companies");
    await api("GET /tickets");
    late.resolve(json(401, { detail: "Not signed in" }));
    await slow;
    expect(renewals()).toBe(1);
  });

  test("ends the session once when it cannot be renewed, and every waiting call learns it", async () => {
    const { api, state, renewals } = browserWith(() => json(401, { detail: "Not signed in" }));
    const ends = await Promise.allSettled([api("GET /tickets"), api("GET /companies"), api("GET /groups")]);
    for (const end of ends) expect(end).toMatchObject({ reason: { code: SESSION_EXPIRED } });
    expect(ends.map((end) => end.status === "rejected" && failureMessage(end.reason, "Failed"))).toEqual([
      null,
      null,
      null,
    ]);
    expect(state).toEqual({ token: null, expiries: 1, factorsRequired: 0 });
    expect(renewals()).toBe(1);
  });

  test("asks again when the renewal's answer is lost", async () => {
    let asked = 0;
    const { api, state, renewals } = browserWith((call, token) => {
      if (call !== "POST /api/auth/refresh") return onlyNewToken(call, token);
      asked += 1;
      return asked === 1
        ? Promise.reject(new TypeError("Failed to fetch"))
        : json(200, { access_token: "new" });
    });
    await api("GET /tickets");
    expect(renewals()).toBe(2);
    expect(state.expiries).toBe(0);
  });

  test("is not renewed by a tab whose browser was signed out while it waited for its turn", async () => {
    let isSignedOut = false;
    const { api, renewals, state } = browserWith(onlyNewToken, {
      isSignedOut: () => isSignedOut,
      exclusively: (work) => {
        isSignedOut = true;
        return work();
      },
    });
    await expect(api("GET /tickets")).rejects.toMatchObject({ code: SESSION_EXPIRED });
    expect(renewals()).toBe(0);
    expect(state.token).toBeNull();
  });

  test("does not come back into a session that was signed out during the renewal", async () => {
    const { api, state } = browserWith((call, token) => {
      if (call === "POST /api/auth/refresh") state.token = null;
      return onlyNewToken(call, token);
    });
    await expect(api("GET /tickets")).rejects.toMatchObject({ code: SESSION_EXPIRED });
    expect(state).toEqual({ token: null, expiries: 0, factorsRequired: 0 });
  });
});

describe("no renewal is tried", () => {
  test("without a token, for a wrong password, and with a token given by hand", async () => {
    const { api, renewals, state } = browserWith(() => json(401, { detail: "Invalid credentials" }));
    await expect(api("POST /auth/login", { body: { email: "a@b.example", password: "x" } })).rejects.toThrow(
      "Invalid credentials",
    );
    await expect(api("GET /auth/me", { token: "by hand" })).rejects.toMatchObject({ status: 401 });
    state.token = null;
    await expect(api("GET /tickets")).rejects.toMatchObject({ status: 401 });
    expect(renewals()).toBe(0);
  });
});
