/** The texts of mails about tickets. */
export const TICKET_EMAIL_MESSAGES = {
  open: (uid: string) => `Open ${uid}`,
  arrived: (uid: string) => `Your ticket ${uid} has arrived. We will answer as soon as we can.`,
  received: (uid: string) => `We received your message. Its number is ${uid}.`,
  addByAnswering: "To add something, answer this mail.",
  answerOr: (uid: string) => `${uid} · Answer this mail or`,
  openAt: "open it at",
  openInDesk: "open it in the help desk",
  filesAreThere: (names: string) => `Files that are too large for this mail: ${names}`,
  isYours: "You get this mail because the ticket is yours.",
  assigned: (uid: string) => `${uid} is assigned to you.`,
  wasAssigned: "You get this mail because the ticket was assigned to you.",
  manyAssigned: (count: number) => `${count} tickets are assigned to you`,
  openYours: "Open your tickets",
  wereAssigned: "You get this mail because tickets were assigned to you.",
  answered: (author: string, uid: string) => `${author} answered on ${uid}:`,
  mentioned: (author: string, uid: string) => `${author} mentioned you on ${uid}:`,
  mentionedInNote: (author: string, uid: string) => `${author} mentioned you in an internal note on ${uid}.`,
  wereMentioned: "You get this mail because you were mentioned.",
  areOnIt: "You get this mail because you are on this ticket.",
  needAssignee: (count: number) =>
    `${count === 1 ? "One ticket needs" : `${count} tickets need`} a new assignee`,
  accountDeleted: (name: string) =>
    `The account of ${name} was deleted. What ${name} had open is unassigned now.`,
  openUnassigned: "Open the unassigned tickets",
  leadTheTeam: "You get this mail because you lead the team.",
};
