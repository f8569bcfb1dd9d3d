/** What the note on an incident says about an answer to all reporters. */
export const BROADCAST_MESSAGES = {
  answered: (n: number, uids: string) => `${n === 1 ? "1 reporter" : `${n} reporters`} answered: ${uids}`,
  leftOut: (tickets: string) => `Left out: ${tickets}`,
  unnamed: "a ticket",
};
