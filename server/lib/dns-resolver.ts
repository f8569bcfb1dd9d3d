import { Resolver } from "node:dns/promises";

/** Looks records up as `dns.promises.resolve` does: rejects with `ENOTFOUND`, `ENODATA` or what went wrong on the way. */
export type DnsResolver = (name: string, type: string) => Promise<string[][] | string[]>;

/**
 * A question that was lost on its way is asked again after half a second, then after twice as long each time: its mail
 * waits. Nobody's answer makes it give up after about 7 seconds, within the time that a mail has (proof.ts).
 */
const PATIENCE = { timeout: 500, tries: 4 };
/** Milliseconds for which an answer is kept: the mails of one domain come together. */
const KEPT = 60_000;
/** Names that are kept at most; each is a few hundred bytes. */
const MOST = 1000;

type Answer = { until: number; records: ReturnType<DnsResolver> };

/** Asks the servers that the machine asks, or these (`address:port`). What is asked twice within a minute is asked once. */
export function systemDns(servers?: string[]): DnsResolver {
  let resolver: Resolver | undefined;
  const answers = new Map<string, Answer>();

  const ask: DnsResolver = async (name, type) => {
    if (!resolver) {
      resolver = new Resolver(PATIENCE);
      if (servers) resolver.setServers(servers);
    }
    return (await resolver.resolve(name, type)) as string[][] | string[];
  };

  return (name, type) => {
    const key = `${type} ${name.toLowerCase()}`;
    const known = answers.get(key);
    if (known && known.until > performance.now()) return known.records;
    const records = ask(name, type);
    answers.delete(key);
    answers.set(key, { until: performance.now() + KEPT, records });
    if (answers.size > MOST) dropOldest(answers);
    records.catch((error: unknown) => {
      if (!isAnswer(error) && answers.get(key)?.records === records) answers.delete(key);
    });
    return records;
  };
}

/** That there is no such name or record is an answer; a server that did not give one may give it to the next who asks. */
function isAnswer(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && (error.code === "ENOTFOUND" || error.code === "ENODATA")
  );
}

function dropOldest(answers: Map<string, Answer>): void {
  const [oldest] = answers.keys();
  if (oldest !== undefined) answers.delete(oldest);
}
