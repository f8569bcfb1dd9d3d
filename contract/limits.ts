/** Every limit of the product in one place, with its unit (rules 25, 26, 31, 45, 72, 82, 86, 91 and 111). */
export const LIMITS = {
  /** characters */
  subject: 200,
  issue: 20_000,
  comment: 20_000,
  companyDescription: 2_000,
  name: 120,
  phone: 40,
  email: 254,
  reason: 500,
  brand: 60,
  shortName: 24,
  search: 200,
  tagName: 40,
  viewName: 80,
  checklistItem: 200,
  replyName: 80,
  slaPolicyName: 80,
  slaReasonMinimum: 3,
  replySnippet: 160,
  replyBlank: 200,
  passwordMinimum: 8,
  passwordMaximum: 128,
  factorCode: 40,
  /** pieces */
  recoveryCodes: 10,
  /** minutes in which a code has to confirm a new second factor */
  factorSetupMinutes: 15,
  /** hours */
  inviteHoursMinimum: 1,
  inviteHoursMaximum: 168,
  inviteHoursDefault: 72,
  /** rows a page */
  ticketsPageDefault: 50,
  ticketsPageMaximum: 1000,
  pageDefault: 100,
  pageMaximum: 100,
  commentsPage: 200,
  roleHistoryDefault: 50,
  /** tickets of a status that are counted one by one for external people; of more a total says "at least" */
  countedForClients: 2000,
  /** tickets found by their due times that are counted; of more a total says "at least" */
  countedByDue: 2000,
  bulkTickets: 200,
  tagsPerTicket: 20,
  linksPerTicket: 100,
  incidentTickets: 200,
  tags: 2000,
  replies: 1000,
  drafts: 500,
  waitingAnswers: 50,
  viewsOwn: 50,
  viewsShared: 100,
  viewsPinned: 10,
  /** tickets as far as which a view is counted, and newest ones that are asked whether they are unread */
  viewCount: 100,
  unreadLookedThrough: 10_000,
  checklistItems: 50,
  colleaguesShown: 20,
  mentionableShown: 8,
  mentions: 20,
  ticketHistory: 1000,
  /** days after closing in which a client's answer opens the ticket again */
  replyReopensDays: 14,
  /** days that a deleted ticket can be restored, and that an ended session is kept, unless set otherwise (rule 163) */
  trashDays: 30,
  endedSessionDays: 90,
  /** tries for one account from one network, from all that it is not signed in from, and by one network, before a wait (rule 25) */
  signInTries: 6,
  signInTriesOfStrangers: 30,
  /** minutes after which a grave action asks the person to prove again who they are (rule 592) */
  identityMinutes: 10,
  /** sign-ins with a wrong password that the history keeps, an account and hour. */
  failedSignInsKept: 10,
  signInTriesPerNetwork: 100,
  /** minutes in which a bulk change can be undone */
  undoMinutes: 10,
  /** days that deleted views and the own ones of a deleted person are kept, for a restore */
  ownViewsDays: 30,
  /** days: of the uses that are counted, that uses are kept, that a deleted saved reply and the own ones of a deleted person are */
  replyUseDays: 90,
  replyUsesKeptDays: 365,
  deletedReplyDays: 180,
  ownRepliesDays: 30,
  /** years ahead that a follow-up date may lie, and working days after which a macro may set one */
  followUpYears: 2,
  followUpWorkingDays: 500,
  /** days that a deleted tag is kept, for what still names it */
  deletedTagDays: 180,
  /** seconds that an answer waits at most for second thoughts, and minutes and days that one may wait that is sent later */
  holdSeconds: 60,
  sendLaterMinutes: 1,
  sendLaterDays: 90,
  /** days that a draft is kept without a change */
  draftDays: 90,
  /** rows a page of the Inbox, and how far its rows are counted */
  inboxPage: 50,
  inboxCounted: 100,
  /** days that a row of the Inbox stays when it is done, and for which one can be put off */
  inboxDoneDays: 30,
  remindDays: 731,
  /** seconds without a report after which somebody no longer counts as looking at a ticket */
  presenceSeconds: 30,
  /** bytes and pieces */
  attachmentBytes: 25 * 1024 * 1024,
  attachmentsPerMessage: 10,
  mailBytes: 40 * 1024 * 1024,
  attachmentsPerMail: 50,
  /** bytes of the files that travel with a letter */
  letterFileBytes: 10 * 1024 * 1024,
  /** days of mails that an address gets after all when somebody tries it again */
  undeliveredDays: 7,
  fileName: 200,
  /** pieces and minutes of service levels */
  slaPolicies: 50,
  slaTargetMinutes: 525_600,
  /** open tickets that a preview looks at, rows of it, and tickets that a change is applied to before the reply */
  slaPreviewTickets: 2000,
  slaPreviewRows: 50,
  slaApplyAtOnce: 500,
  /** which wait for a next response may be judged again: as many as a ticket can have */
  slaCycle: 1_000_000,
  /** waits for a next response that a receipt shows, months of a report, and minutes after which a closing is a verdict */
  slaCyclesShown: 20,
  slaReportMonths: 24,
  slaClosingMinutes: 10,
  /** warnings for one reader at once above which they are one mail, and how many of them it lists */
  slaWarningsApart: 5,
  slaWarningsListed: 50,
  /** bytes */
  importBytes: 1024 * 1024 * 1024,
  /** files of one person that wait in drafts, and hours until they are swept */
  attachmentsInDrafts: 50,
  draftHours: 24,
  /** defaults of what one person may do in a while; administrators change them (rule 549) */
  writesPerSecond: 10,
  ticketsPerHour: 60,
  uploadMegabytesPerDay: 1000,
  companyUploadMegabytesPerDay: 5000,
  attachmentsPerTicket: 200,
  lettersPerHour: 3,
  credentialNoticesPerDay: 20,
  addressChangesPerDay: 5,
  invitationsPerDay: 100,
  companyInvitationsPerDay: 200,
  takenAddressesPerDay: 10,
  streams: 30,
  /** pieces, characters, days and minutes of mailboxes */
  mailboxes: 50,
  mailServer: 253,
  mailFolder: 255,
  mailSecret: 2_000,
  signature: 2_000,
  firstDays: 90,
  awayMinutes: 60,
  connections: 2,
  /** seconds' worth of writes that may come at once */
  writeBurstSeconds: 5,
  jsonBytes: 1024 * 1024,
} as const;
