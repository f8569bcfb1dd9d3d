import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** The answer to a question for a token; a string is a page that is no answer of a provider. */
type Answer = { status: number; body: object | string; headers?: Record<string, string> };

/** A provider's place for tokens, as a server of this machine: it gives a new token each time unless told otherwise. */
export async function startTokenEndpoint() {
  const asked: { path: string; fields: Record<string, string> }[] = [];
  const given: string[] = [];
  const state = { answer: null as Answer | null };
  const server = createServer((request, response) => {
    const serve = async () => {
      const fields = Object.fromEntries(new URLSearchParams(await text(request)));
      asked.push({ path: request.url ?? "", fields });
      const { status, body, headers } = state.answer ?? giveToken();
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    void serve();
  });
  const giveToken = (): Answer => {
    given.push(`token-${given.length + 1}`);
    return { status: 200, body: { access_token: given.at(-1), token_type: "Bearer", expires_in: 3600 } };
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    /** Each question, oldest first. */
    asked,
    /** Each token that was given, oldest first. */
    given,
    /** Answers so from now on; null: with a new token. */
    set answer(answer: Answer | null) {
      state.answer = answer;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type TokenEndpoint = Awaited<ReturnType<typeof startTokenEndpoint>>;
