/** The texts of "Change requester" (rule 92; free to reword). */
export const REQUESTER_MESSAGES = {
  title: "Change requester",
  hint: "Move this ticket to another client or company.",
  clientHint: "The client brings the company along.",
  client: "Client",
  company: "Company",
  save: "Change requester",
  saving: "Changing...",
  audience: "This changes who can read the conversation",
  nobodySees: "No client will see this ticket, except those who follow it.",
  followersStay: "Those who follow this ticket go on seeing it. Internal notes stay with staff.",
} as const;

export function clientWillSeeWords(client: string): string {
  return `${client} will see this ticket and all that was said in it so far.`;
}

export function companyWillSeeWords(company: string): string {
  return `At ${company}, whoever may see the tickets of the whole company will see it too.`;
}

export function clientLosesWords(client: string): string {
  return `${client} will no longer see it.`;
}

export function clientMayLoseWords(client: string, company: string): string {
  return `${client} will see it only as somebody who may see all tickets of ${company}.`;
}

export function companyLosesWords(company: string): string {
  return `Nobody at ${company} will see it any more.`;
}
