import type { Fill, Story } from "./story.ts";

export function newStarters(): Story[] {
  const people: Fill[] = [
    ["Zofia Piotrowska", "planner", "Monday"],
    ["Gonçalo Assunção", "account manager", "the 1st"],
    ["Maeve O'Rourke-Szczepański", "paralegal", "the 15th"],
    ["Dieter Brandt", "night porter", "Thursday"],
    ["Ewelina Gżegżółka", "dental nurse", "Monday"],
    ["Rui Brandão", "barista trainer", "Wednesday"],
    ["Harriet Oduya", "claims handler", "the 1st"],
    ["Łucja Świątek", "CNC programmer", "Monday"],
    ["Samuel Achterberg", "site manager", "the 12th"],
  ];
  return people.map(([name, job, day]) => ({
    subject: `New starter: ${name}, ${job}`,
    issue: `${name} starts as ${job} on ${day}. Please prepare:\n\n- account and mailbox\n- laptop with the usual software\n- access as the others in the team have it`,
    team: "identity",
    priority: "normal",
    talk: [
      {
        staff: `Account and mailbox for ${name} are ready. The first password goes to the manager by phone, not by mail.`,
      },
      { client: "Received, thank you." },
    ],
  }));
}

export function leavers(): Story[] {
  const people: Fill[] = [
    ["Conrad Halloran", "Friday"],
    ["Inês Magalhães", "the end of the month"],
    ["Piotr Ćwikła", "today, at noon"],
    ["Beth Marlowe", "the 30th"],
    ["Anselm Vogt", "Friday"],
    ["Katarzyna Brzęczyszczykiewicz", "tomorrow"],
  ];
  return people.map(([name, day]) => ({
    subject: `Leaver: ${name}, last day ${day}`,
    issue: `Please end all access of ${name} (${day}). Mail should go to the line manager for 60 days, and the laptop comes back to you.`,
    team: "identity",
    priority: day === "today, at noon" ? "high" : "normal",
    talk: [
      { note: "Check for shared passwords this person knew, and rotate them." },
      {
        staff:
          "Access has ended as asked, mail is redirected, sessions and devices are signed out. The laptop is expected back within a week.",
      },
    ],
  }));
}

export function newPhones(): Story[] {
  const people: Fill[] = [
    ["Nadine Falk", "phone fell into the harbour"],
    ["Tiago Simões", "new phone, old one already sold"],
    ["Gwen Pritchard", "phone stolen on the train"],
    ["Mikołaj Zięba", "new phone, codes do not match"],
    ["Audrey Lefèvre", "phone was reset by her son"],
    ["Oskar Nyström", "lost the app after an update"],
    ["Bela Kovács", "new phone, same number"],
  ];
  return people.map(([name, reason]) => ({
    subject: `Sign-in codes for ${name}: ${reason}`,
    issue: `${name} cannot confirm sign-ins any more (${reason}). Please reset the second factor.`,
    team: "identity",
    priority: reason === "phone stolen on the train" ? "urgent" : "high",
    talk: [
      {
        staff:
          "I called back on the number in the file, checked identity, and reset the method. It is set up again on the new device.",
      },
      { client: "Works, thanks." },
    ],
  }));
}

export function suspiciousMails(): Story[] {
  const lures: Fill[] = [
    ["Your parcel is waiting", "a parcel that nobody ordered", "low"],
    ["Voice message from +48 22 555 01 77", "a web page as attachment", "normal"],
    ["Re: Re: Contract draft (final)", "an answer to a mail we never wrote", "high"],
    ["Payroll: please confirm your account", "a page that looks exactly like ours", "urgent"],
    ["Mailbox storage is 98 % full", "a button *keep my mail*", "normal"],
    ["The managing director asks for gift cards", "very polite, very urgent", "high"],
    ["Document shared with you: Bonus 2026.pdf", "a code to be scanned with the phone", "high"],
  ];
  return lures.map(([title = "", detail, weight]) => ({
    subject: `Suspicious mail: "${title}"`,
    issue: `I got this mail and did not click. It has ${detail}. Is it dangerous, and did others get it?`,
    team: "identity",
    priority: weight === "urgent" || weight === "high" || weight === "low" ? weight : "normal",
    talk: [
      {
        staff:
          "Thank you for asking first. It is phishing. I removed it from all mailboxes and blocked the sender; nobody had opened the link.",
      },
    ],
  }));
}

export function folderAccess(): Story[] {
  const asked: Fill[] = [
    ["Rosalind Pike", "Finance\\Closing 2026"],
    ["Emre Yılmaz", "Projects\\Harbour"],
    ["Leonor Araújo", "HR\\Applications"],
    ["Stanisław Łęcki", "Workshop\\Programs"],
    ["Fiona Gallacher", "Board\\Minutes"],
    ["Henrik Sørbø", "Roastery\\Recipes"],
  ];
  return asked.map(([name, folder]) => ({
    subject: `Access to ${folder} for ${name}`,
    issue: `${name} needs to read and write in \`${folder}\`, from now on.`,
    team: "support",
    priority: "normal",
    talk: [
      { staff: "The folder's owner has to agree; I have asked." },
      { note: "Owner agreed by phone at 11:40." },
      { staff: "Access is granted. Please sign out and in once." },
    ],
  }));
}

export function lockedOut(): Story[] {
  const people: Fill[] = [
    ["Graham Tillotson", "back from three weeks of holiday"],
    ["Vitória Nascimento", "caps lock, probably"],
    ["Jędrzej Kołodziej", "old password on the phone"],
    ["Ruth Abernathy", "account expired with the old contract"],
    ["Paweł Mądry", "typed it right, he swears"],
    ["Imogen Castellane", "locked every morning at 8:05"],
  ];
  return people.map(([name, detail]) => ({
    subject: `${name} is locked out (${detail})`,
    issue: `${name} cannot sign in: ${detail}. Please unlock.`,
    team: "support",
    priority: "normal",
    talk: [
      {
        staff:
          "Unlocked. If it happens again today, please leave the phone's Wi-Fi off for a moment: an old password there is the usual culprit.",
      },
      { client: "In. Thank you!" },
    ],
  }));
}
