import type { Story } from "./story.ts";

export const IDENTITY: readonly Story[] = [
  {
    subject: "Somebody signed in to my mailbox from a country I have never been to",
    issue: "I got a mail about a sign-in at 03:40 from a city I cannot pronounce. I was asleep.",
    team: "identity",
    priority: "urgent",
    talk: [
      {
        staff:
          "I have ended all sessions and reset your password; please call the desk for the new one. No rule or forward was set, and nothing was sent.",
      },
      {
        note: "Password was in an old breach list. MFA was off for this account only: excluded since a phone change in May. Exclusion group is empty now.",
      },
      { client: "Changed, and the app asks for a number now. Thank you." },
    ],
  },
  {
    subject: "Calendar invitations arrive an hour late",
    issue: "Meetings that Ana Conceição sends from São Paulo land an hour off for all of us.",
    team: "identity",
    priority: "normal",
    talk: [
      {
        staff:
          "Her mailbox was still set to a zone with summer time, which Brazil no longer has. Corrected; meetings that exist already have to be sent again once.",
      },
    ],
  },
  {
    subject: "Distribution list for all site managers, without the regional ones",
    issue: "Name: `site-managers`. Owner: me. Nobody outside should be able to write to it.",
    team: "identity",
    priority: "low",
    talk: [
      {
        staff:
          "Created with 14 members from the list you sent. You can change members yourself in the portal.",
      },
    ],
  },
  {
    subject: "Out-of-office reply of a colleague who left in March still answers",
    issue: "Customers get *I am back on Monday* from Mr Halloran. He is not.",
    team: "identity",
    priority: "normal",
    talk: [
      {
        staff:
          "The mailbox is now a shared one with a neutral text that names the sales address, and it will be archived at the end of the quarter.",
      },
      { client: "Good text. Thank you." },
    ],
  },
  {
    subject: "Cannot open the encrypted attachment from the ministry",
    issue:
      "It is a file called `smime.p7m`. Nothing on my PC knows what it is, and the deadline is tomorrow at noon.",
    team: "identity",
    priority: "high",
    talk: [
      {
        staff:
          "The message is encrypted for your old certificate. I have put the old key back beside the new one, so that past mail stays readable.",
      },
      { client: "Opens. The ministry may keep its deadline." },
    ],
  },
  {
    subject: "Merge two accounts of the same person: Małgorzata Wójcik-Żółkiewska",
    issue:
      "She married in June and has now two accounts, one with the old name. Files are in both. Please keep the new one and let mail to the old name arrive.",
    team: "identity",
    priority: "normal",
    talk: [
      {
        staff:
          "Files and mail are moved to the new account, the old address delivers there. The old account ends on Friday.",
      },
      { client: "Dziękuję, everything is in one place." },
    ],
  },
  {
    subject: "Invoice with changed bank details: is this real?",
    issue:
      "Our supplier of eight years writes that their bank has changed. The address ends in `.co` where it used to be `.com`.",
    team: "identity",
    priority: "urgent",
    talk: [
      {
        staff:
          "Please do not pay, and do not answer that mail. Call the supplier on a number that you already had. The domain was registered four days ago.",
      },
      { client: "They know nothing about a new bank. That was close." },
      {
        staff:
          "Sender and domain are blocked for everybody, and I searched all mailboxes: three more people had received it. I have told them.",
      },
    ],
  },
  {
    subject: "Two-factor codes by text message never arrive",
    issue: "The code comes after the page has timed out, or not at all. I am in a basement most of the day.",
    team: "identity",
    priority: "normal",
    talk: [
      {
        staff:
          "Then the text message is the wrong method. I sent you a small security key; put it in, touch it, done. Instructions are in the envelope.",
      },
    ],
  },
  {
    subject: "Signature with the new logo for everybody",
    issue: "Marketing wants the new signature on all mail from the first of the month, also on phones.",
    team: "identity",
    priority: "low",
    talk: [
      {
        staff:
          "It can be added on the server, so phones have it as well. Please send the logo as SVG or PNG and the legal line in one text.",
      },
      { client: "Attached to my mail. The legal line is the long one." },
    ],
  },
  {
    subject: "Team site says *you need permission* for the whole project group",
    issue: "Seven people lost access to the site overnight. The owner left the company yesterday.",
    team: "identity",
    priority: "high",
    talk: [
      {
        staff:
          "The group went with its only owner. I brought it back from the recycle bin and made you and Mrs Falk its owners.",
      },
      { note: "Checked the others: 11 groups with a single owner. List for the review." },
      { client: "Everyone is back in." },
    ],
  },
  {
    subject: "Audit: list of everybody who can read the personnel folder",
    issue: "For the annual audit we need names, not group names, as of the last day of the quarter.",
    team: "identity",
    priority: "normal",
    talk: [
      {
        staff:
          "The list is in the secure share: 9 people, of whom two surprised me. Please look at lines 4 and 7.",
      },
    ],
  },
  {
    subject: "Single sign-on for the new expense tool",
    issue: `The vendor asks for:

- the federation metadata address,
- the attribute that holds the e-mail address,
- a test user.

Their guide is written for another product.`,
    team: "identity",
    priority: "normal",
    talk: [
      {
        staff:
          "The application is registered, metadata and test user went to their engineer. We test on Wednesday at 10.",
      },
      { client: "Their engineer asks to move to Thursday." },
    ],
  },
  {
    subject: "Password of the shared reception account hangs on the monitor",
    issue:
      "I am only the temp, but there is a yellow note with a password on the screen, and it faces the customers.",
    team: "identity",
    priority: "normal",
    talk: [
      {
        staff:
          "Thank you for telling us, that was right. The password is changed, and reception signs in by card from tomorrow.",
      },
    ],
  },
  {
    subject: "Mail to a customer comes back: 550 5.7.26 unauthenticated",
    issue:
      "```\n550-5.7.26 Your email has been blocked because the sender is unauthenticated.\n550-5.7.26 DKIM = did not pass, SPF = did not pass\n```\nOnly for one customer, since Tuesday.",
    team: "identity",
    priority: "high",
    talk: [
      {
        staff:
          "The newsletter service was missing in the sender record, and the signing key had been rotated without the new entry. Both are fixed; a test to that customer arrived signed.",
      },
    ],
  },
];
