import { Client } from "pg";

/** Watches what goes to the database; nothing is changed on the way. */
export function watchStatements(report: (text: string) => void): () => void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its own client below
  const original = Client.prototype.query;
  const watched = function (this: Client, ...args: unknown[]): unknown {
    const [first] = args;
    const text = typeof first === "string" ? first : isQuery(first) ? first.text : "";
    if (text) report(text);
    return Reflect.apply(original, this, args);
  };
  Object.defineProperty(Client.prototype, "query", { value: watched, configurable: true, writable: true });
  return () =>
    Object.defineProperty(Client.prototype, "query", {
      value: original,
      configurable: true,
      writable: true,
    });
}

function isQuery(of: unknown): of is { text: string } {
  return typeof of === "object" && of !== null && "text" in of && typeof of.text === "string";
}
