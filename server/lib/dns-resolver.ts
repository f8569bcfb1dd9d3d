import { Resolver } from "node:dns/promises";

/** Looks records up as `dns.promises.resolve` does: rejects with `ENOTFOUND`, `ENODATA` or what went wrong on the way. */
export type DnsResolver = (name: string, type: string) => Promise<string[][] | string[]>;

/** The servers that the machine asks. A question waits 3 seconds, twice. */
export function systemDns(): DnsResolver {
  let resolver: Resolver | undefined;
  return async (name, type) => {
    resolver ??= new Resolver({ timeout: 3000, tries: 2 });
    return (await resolver.resolve(name, type)) as string[][] | string[];
  };
}
