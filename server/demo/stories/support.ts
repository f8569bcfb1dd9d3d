import type { Story } from "./story.ts";

export const SUPPORT: readonly Story[] = [
  {
    subject: "How do I send a 400 MB film to a customer?",
    issue: "Mail refuses it, and the customer has no account with us.",
    team: "support",
    priority: "low",
    talk: [
      {
        staff:
          "Put it into your share, choose *Send link*, set an end date and a password. I added a picture of the three clicks to the help page.",
      },
    ],
  },
  {
    subject: "Training for twelve people: working together in one document",
    issue: "One hour, on site, next month, with coffee. The level is *I attach it and send it round*.",
    team: "support",
    priority: "low",
    talk: [
      { staff: "The 16th at 10:00? I bring the exercises, you bring the coffee." },
      { client: "Agreed, the 16th." },
    ],
  },
  {
    subject: "The thing does not work",
    issue: "It worked yesterday.",
    team: "support",
    priority: "urgent",
    talk: [
      {
        staff:
          "I am sorry that it stopped. Which program is it, and what do you see on the screen? A photograph is fine.",
      },
      { client: "The quotation program. It says *session expired* when I save." },
      { staff: "The clock of your PC was two days ahead. Corrected; please start the program once more." },
      { client: "Works." },
    ],
  },
  {
    subject: "Moving to the new office on the 28th: who does what?",
    issue: `We move 34 desks. From you we need:

| what | when |
|---|---|
| internet tested | 21st |
| phones redirected | 27th, 18:00 |
| PCs up | 28th, 07:30 |

Two people on site, please.`,
    team: "support",
    priority: "normal",
    talk: [
      {
        staff:
          "Both are booked for the 27th and 28th. The line is tested on the 20th, so that there is a day for surprises.",
      },
      { note: "Book the van. SilentBoundary docks: 4, spare cables: all." },
    ],
  },
  {
    subject: "Complaint: third visit for the same printer",
    issue: "Each time it works for a week. We expect a replacement or a credit.",
    team: "support",
    priority: "high",
    talk: [
      {
        staff:
          "You are right, three visits are two too many. A replacement is delivered on Tuesday at no charge.",
      },
      { note: "Agreed with Rafael. Old one goes to the vendor with the protocol." },
    ],
  },
  {
    subject: "Desktop icons sort themselves into a different order every morning",
    issue: "I have an order. The computer has another one.",
    team: "support",
    priority: "low",
    talk: [
      { staff: "*Auto arrange* comes back with the sign-in script. Taken out for you; your order stays." },
    ],
  },
  {
    subject: "Text size for somebody with poor eyesight",
    issue: "Our new colleague sees little on the left. What can be set, and what can be bought?",
    team: "support",
    priority: "normal",
    talk: [
      {
        staff:
          "Larger text, high contrast and a 32-inch screen on an arm are set up since noon. If a magnifier helps, the authority pays for it; the form is in your share.",
      },
      { client: "She says it is the first time that somebody asked. Thank you." },
    ],
  },
  {
    subject: "Please explain line 7 of your last invoice",
    issue: "*Emergency work 2.5 h* on a Sunday. Nobody here remembers.",
    team: "support",
    priority: "normal",
    talk: [
      {
        staff:
          "That was the flooded cabinet: Mr Pereira called at 16:10, we were there until 18:40. The signed sheet is in your share.",
      },
      { client: "Found it, thank you. He had told nobody." },
    ],
  },
  {
    subject: "Browser shows advertisements in Polish",
    issue: "Dzień dobry! Nobody here speaks Polish, except Mr Wiśniewski, who finds them funny.",
    team: "support",
    priority: "low",
    talk: [
      { staff: "A browser extension for coupons. Removed, and extensions need an approval from now on." },
    ],
  },
  {
    subject: "Questionnaire of a customer about our security, 84 questions",
    issue: "They want it by Friday. About 50 of the questions are yours.",
    team: "support",
    priority: "high",
    talk: [
      {
        staff:
          "51 answered, 3 with a plan instead of a yes. Please look at numbers 12, 40 and 77 before you send it.",
      },
      { client: "Sent. They were pleased with 77." },
    ],
  },
  {
    subject: "Emergency contacts over the holidays",
    issue: "Whom do we call between the 24th and the 2nd?",
    team: "support",
    priority: "low",
    talk: [
      {
        staff:
          "The same number as always; it rings at somebody who is awake. The plan with names is in your share.",
      },
    ],
  },
  {
    subject: "Inventory: 6 devices on your list that we do not know",
    issue: "Serial numbers are in my mail. They cost us money every month.",
    team: "support",
    priority: "normal",
    talk: [
      {
        staff:
          "Four were returned in spring and never taken off, with our apologies and a credit. Two are with Mr Brás in Porto.",
      },
    ],
  },
  {
    subject: "Keyboard for Portuguese: ç and ~ in one place, please",
    issue: "Our colleague Conceição types her own name with four keys.",
    team: "support",
    priority: "low",
    talk: [
      {
        staff:
          "A Portuguese keyboard is on its way, and the layout is there already: Windows key and space switches it.",
      },
    ],
  },
];
