import type { FormErrors, Schema } from "./form-errors.ts";
import type { Draft } from "./use-draft-values.ts";
import type { Submission } from "./submission-key.ts";

/** The options of `useForm`. */
export type FormSpec<Values extends object, Body extends object, Reply> = {
  initial: Values;
  /** The values as the API takes them. */
  bodyOf: (values: Values) => Body;
  /** Brings the contract's schema for the body; loaded when the form opens, and again on submit if that failed. */
  schema?: () => Promise<Schema>;
  /** Rules beyond the schema, such as two passwords that must be the same. */
  check?: (values: Values) => FormErrors<Values>;
  /** Whether the values hold what nobody has saved; by default, whether they differ from the initial ones. */
  isChanged?: (values: Values) => boolean;
  /** Keeps the values in this browser until they have arrived. */
  draft?: Draft<Values>;
  /** Set for a form that does not wait for the answer. */
  goOn?: {
    /** The values for the next words. */
    clear: (values: Values) => Values;
    /** The values once the sent ones come back, refused, and others were written since: none of both may be lost. */
    join: (sent: Values, since: Values) => Values;
  };
  /** False while sending has to wait, such as for a file. */
  isReady?: (values: Values) => boolean;
  /** Sends the body and shows the outcome: a mutation of the feature's `data.ts`. */
  send: (submission: Submission<Body>) => Promise<Reply>;
  /** Goes on from here once the values have arrived: closes the dialog, leads to another page. */
  onSent?: (reply: Reply, body: Body) => unknown;
};
