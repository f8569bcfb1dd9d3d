import type { DnsResolver } from "#server/lib/dns-resolver.ts";

/** A name system with the records of one test; nothing leaves the machine. */
export function openTestDns() {
  const records = new Map<string, string[]>();
  const state = { fault: null as string | null };
  const resolve: DnsResolver = async (name, type) => {
    if (state.fault) throw Object.assign(new Error(state.fault), { code: state.fault });
    const found = records.get(`${type} ${name.toLowerCase()}`);
    if (!found) throw Object.assign(new Error(`no ${type} of ${name}`), { code: "ENOTFOUND" });
    return type === "TXT" ? found.map((text) => [text]) : found;
  };
  return {
    resolve,
    set: (type: "TXT" | "A" | "MX", name: string, ...values: string[]) =>
      void records.set(`${type} ${name.toLowerCase()}`, values),
    /** Every question fails so from now on, as `ETIMEOUT`; null ends that. */
    fail: (code: string | null) => void (state.fault = code),
  };
}
