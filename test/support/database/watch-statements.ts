import { type Connection, Query } from "pg";

/** Watches what goes to the database; nothing is changed on the way. */
export function watchStatements(report: (text: string) => void): () => void {
  const sent: Sent = Query.prototype;
  // oxlint-disable-next-line typescript/unbound-method -- called with its own statement below
  const { submit } = sent;
  sent.submit = function (connection) {
    if (this.text) report(this.text);
    return submit.call(this, connection);
  };
  return () => void (sent.submit = submit);
}

/** The driver's types leave out that its statements know their text. */
type Sent = { text?: string; submit(this: Sent, connection: Connection): unknown };
