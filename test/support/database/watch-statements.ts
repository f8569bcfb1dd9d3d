import { type Connection, Query } from "pg";

/** Watches what goes to the database; nothing is changed on the way. */
export function watchStatements(report: (text: string, connection: Connection) => void): () => void {
  const sent: Sent = Query.prototype;
  // oxlint-disable-next-line typescript/unbound-method -- called with its own statement below
  const { submit } = sent;
  sent.submit = function (connection) {
    if (this.text) report(this.text, connection);
    return submit.call(this, connection);
  };
  return () => void (sent.submit = submit);
}

/**
 * Watches the statements of transactions, from each one's begin to its end.
 * What the app asks beside them when its time has come (settings, sessions,
 * the hour) is left out, so that two deeds can be compared.
 */
export function watchTransactions(report: (text: string) => void): () => void {
  const open = new Set<Connection>();
  return watchStatements((text, connection) => {
    if (/^begin\b/i.test(text)) open.add(connection);
    if (open.has(connection)) report(text);
    if (/^(commit|rollback)$/i.test(text)) open.delete(connection);
  });
}

/** The driver's types leave out that its statements know their text. */
type Sent = { text?: string; submit(this: Sent, connection: Connection): unknown };
