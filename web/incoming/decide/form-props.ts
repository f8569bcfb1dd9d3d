import type { WholeMail } from "../data.ts";
import type { Decide } from "./use-decide.ts";

/** What every form about a mail needs. */
export type FormProps = {
  mail: WholeMail;
  decide: Decide;
  /** Leads to a ticket, from the toast. */
  onOpen: (ticketId: string) => void;
  onClose: () => void;
};
