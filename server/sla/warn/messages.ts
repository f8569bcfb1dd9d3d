/** The texts of mails about due times. Times, durations and the names of targets and priorities come in the language of the mail. */
export const WARNING_MESSAGES = {
  dueSubject: (uid: string, target: string, time: string) => `[${uid}] ${target} due at ${time}`,
  dueDaySubject: (uid: string, target: string, time: string) => `[${uid}] ${target} due on ${time}`,
  overdueSubject: (uid: string, target: string, time: string) => `[${uid}] ${target} overdue since ${time}`,
  manySubject: (tickets: number) => `${tickets} tickets need attention`,
  due: (target: string, ticket: string, time: string, left: string) =>
    `${target} of ${ticket} is due ${time}; ${left} left.`,
  overdue: (target: string, ticket: string, time: string) => `${target} of ${ticket} was due ${time}.`,
  more: (warnings: number) => `And ${warnings} more.`,
  ticket: (uid: string, company: string, priority: string) => `${uid} (${company}, ${priority})`,
  open: (uid: string) => `Open ${uid}`,
  openDue: "Open what is due",
  isAssigned: "You get this mail because the ticket is assigned to you.",
  isOfTeam: (team: string) => `You get this mail because nobody is assigned and you are in the team ${team}.`,
  isUnassigned: "You get this mail because nobody is assigned and you read reports.",
  areWarned: "You get this mail because you are warned of due times.",
} as const;
