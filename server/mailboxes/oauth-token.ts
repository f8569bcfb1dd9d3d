import { z } from "zod";
import type { App } from "#server/lib/request-context.ts";
import { MailboxFailure } from "./failure.ts";
import type { Mailbox } from "./read.ts";
import { readMailboxSecret } from "./secrets.ts";

/** Milliseconds before its end at which a token is renewed, and that a provider has to answer in. */
const RENEW_BEFORE = 5 * 60_000;
const ANSWER_WITHIN = 10_000;
/** What a new token is good for where the provider does not say. */
const USUAL_SECONDS = 3600;

type Account = Pick<Mailbox, "kind" | "oauth_tenant" | "oauth_client">;
type Credentials = { clientSecret: string; refreshToken: string | null };
export type Token = { text: string; endsAt: Date };
type Kept = { version: number; token: Promise<Token> };

/** Kept in memory alone; a process that starts anew asks anew. */
const KEPT = new WeakMap<App["mailProviders"], Map<string, Kept>>();

/**
 * Gets a token that opens a mailbox of Microsoft 365 or Gmail. `refused` is one that the mail server did not take: it is
 * not given again. Throws `MailboxFailure`.
 */
export async function getAccessToken(app: App, mailbox: Mailbox, refused?: string): Promise<string> {
  return (await getToken(app, mailbox, refused)).text;
}

/** As `getAccessToken`, with the time at which the token ends. */
export async function getToken(app: App, mailbox: Mailbox, refused?: string): Promise<Token> {
  const kept = keptOf(app);
  const held = kept.get(mailbox.id);
  if (held?.version === mailbox.version) {
    const token = await held.token;
    const isFresh = token.endsAt.getTime() - app.clock.now().getTime() > RENEW_BEFORE;
    if (isFresh && token.text !== refused) return token;
    // Somebody else may have renewed it meanwhile.
    if (kept.get(mailbox.id) !== held) return getToken(app, mailbox, refused);
  }
  const token = readCredentials(app, mailbox).then((secrets) => requestToken(app, mailbox, secrets));
  kept.set(mailbox.id, { version: mailbox.version, token });
  token.catch(() => kept.delete(mailbox.id));
  return token;
}

/** Asks the provider for a token: as the app itself at Microsoft, with the mailbox owner's consent at Google. */
export async function requestToken(
  app: Pick<App, "mailProviders" | "clock">,
  { kind, oauth_tenant, oauth_client }: Account,
  { clientSecret, refreshToken }: Credentials,
): Promise<Token> {
  if (kind !== "microsoft" && kind !== "gmail") throw new Error(`a mailbox of kind ${kind} has no token`);
  const { name, tokenUrl } = app.mailProviders[kind];
  const url = new URL(tokenUrl(oauth_tenant ?? ""));
  const grant: Record<string, string> =
    kind === "microsoft"
      ? { grant_type: "client_credentials", scope: "https://outlook.office365.com/.default" }
      : { grant_type: "refresh_token", refresh_token: refreshToken ?? "" };
  const body = new URLSearchParams({ ...grant, client_id: oauth_client ?? "", client_secret: clientSecret });
  const answer = await post(url, body);
  if (!answer.ok && answer.status >= 500)
    throw new MailboxFailure({ code: "token_unreachable", params: { host: url.host } });
  const said = Answer.safeParse(await readJson(answer));
  if (!answer.ok || !said.success || said.data.access_token === undefined)
    throw new MailboxFailure({
      code: "token_refused",
      params: { provider: name, code: codeOf(answer, said.data) },
    });
  const seconds = said.data.expires_in ?? USUAL_SECONDS;
  return { text: said.data.access_token, endsAt: new Date(app.clock.now().getTime() + seconds * 1000) };
}

const Answer = z.object({
  access_token: z.string().optional(),
  expires_in: z.coerce.number().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
});

async function readCredentials(app: App, { id }: Mailbox): Promise<Credentials> {
  const clientSecret = await readMailboxSecret(app, id, "client_secret");
  if (clientSecret === null) throw new MailboxFailure({ code: "secret_lost" });
  return { clientSecret, refreshToken: await readMailboxSecret(app, id, "refresh_token") };
}

async function post(url: URL, body: URLSearchParams): Promise<Response> {
  try {
    return await fetch(url, {
      method: "POST",
      body,
      // A secret goes where it is meant to go, and no further.
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_WITHIN),
    });
  } catch {
    throw new MailboxFailure({ code: "token_unreachable", params: { host: url.host } });
  }
}

async function readJson(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    // Not an answer of the provider, such as a proxy's page: treated as one without a token.
    return {};
  }
}

/** The provider's own code, such as AADSTS7000215 or invalid_grant; nothing of its sentences. */
function codeOf(answer: Response, said: z.output<typeof Answer> | undefined): string {
  const number = /AADSTS\d{3,9}/.exec(said?.error_description ?? "")?.[0];
  const word = /^[\w.-]{1,60}$/.exec(said?.error ?? "")?.[0];
  return number ?? word ?? String(answer.status);
}

function keptOf(app: App): Map<string, Kept> {
  const kept = KEPT.get(app.mailProviders) ?? new Map<string, Kept>();
  KEPT.set(app.mailProviders, kept);
  return kept;
}
