import type { Story } from "./story.ts";

type Fill = readonly string[];

/** What a service desk hears again and again, each time with other names. */
export const RECURRING: readonly Story[] = [
  ...newStarters(),
  ...leavers(),
  ...newPhones(),
  ...suspiciousMails(),
  ...licences(),
  ...folderAccess(),
  ...printers(),
  ...backups(),
  ...restores(),
  ...meetingRooms(),
  ...software(),
  ...lockedOut(),
  ...certificates(),
  ...deskPhones(),
  ...warranties(),
];

function newStarters(): Story[] {
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

function leavers(): Story[] {
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

function newPhones(): Story[] {
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

function suspiciousMails(): Story[] {
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

function licences(): Story[] {
  const orders: Fill[] = [
    ["4", "Visio Plan 2", "the process team"],
    ["1", "Acrobat Pro", "the front office"],
    ["25", "Teams Phone", "the call centre"],
    ["2", "Power BI Pro", "controlling"],
    ["8", "CAD viewer", "the workshop"],
    ["3", "Project Plan 3", "the refit team"],
  ];
  return orders.map(([count, product, who]) => ({
    subject: `${count} × ${product} for ${who}`,
    issue: `Please order ${count} licence(s) of ${product} for ${who}, and tell us the monthly price before you do.`,
    team: "applications",
    priority: "low",
    talk: [
      { staff: "The price is in your share. May I order?" },
      { client: "Approved." },
      { staff: "Ordered and assigned; it appears after the next sign-in." },
    ],
  }));
}

function folderAccess(): Story[] {
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

function printers(): Story[] {
  const faults: Fill[] = [
    ["reception", "paper jam that is not there", "A scrap of a label behind the second roller."],
    ["the accounts office", "pink stripe on every page", "The magenta drum was at its end; replaced."],
    ["ward 2", "offline after the power cut", "It had come up with another address; fixed to the old one."],
    ["the staff room", "asks for A4 although it holds A4", "The tray was set to letter since the cleaning."],
    [
      "the gatehouse",
      "prints only the first page",
      "The queue converted everything to an image; setting removed.",
    ],
    ["the library", "prints in the dark of night, by itself", "A scheduled report from 2019. Ended."],
    [
      "the packing station",
      "labels drift by three millimetres",
      "The sensor was dusty; cleaned and calibrated.",
    ],
  ];
  return faults.map(([place, fault, cause = ""]) => ({
    subject: `Printer in ${place}: ${fault}`,
    issue: `The printer in ${place} has a problem: ${fault}. We tried off and on.`,
    team: "devices",
    priority: "normal",
    talk: [{ staff: cause }, { client: "Prints. Thank you." }],
  }));
}

function backups(): Story[] {
  const jobs: Fill[] = [
    ["SQL01", "snapshot could not be removed"],
    ["FS02", "23 files were locked"],
    ["MAIL-ARCHIVE", "retention could not be applied"],
    ["ERP-PROD", "job took 9 h instead of 2 h"],
    ["DC1", "system state is missing"],
    ["WEB03", "agent does not answer"],
    ["NAS-STUDIO", "off-site copy is two days behind"],
  ];
  return jobs.map(([server, cause]) => ({
    subject: `Backup warning ${server}: ${cause}`,
    issue: `Report of last night for \`${server}\`:\n\n\`\`\`\nresult   warning\nreason   ${cause}\nverified no\n\`\`\``,
    team: "servers",
    priority: server === "ERP-PROD" ? "high" : "normal",
    talk: [
      { note: "Second warning for this machine this month. Root cause before closing, please." },
      { staff: "The cause is removed, and a manual run finished and was verified." },
    ],
  }));
}

function restores(): Story[] {
  const lost: Fill[] = [
    ["tender-documents.zip", "overwritten at 11:20", "normal"],
    ["the folder *Rotas*", "gone since yesterday", "high"],
    ["a mail from 3 March", "deleted and emptied", "low"],
    ["the phone list", "somebody removed the formulas", "low"],
    ["1,200 photographs", "moved into one another", "normal"],
  ];
  return lost.map(([what, how, weight]) => ({
    subject: `Please restore ${what} (${how})`,
    issue: `We lost ${what}: ${how}. The state of the evening before would be fine.`,
    team: "servers",
    priority: weight === "high" || weight === "low" ? weight : "normal",
    talk: [
      {
        staff:
          "Restored beside the original, so that nothing is overwritten. Please check and delete what you do not need.",
      },
    ],
  }));
}

function meetingRooms(): Story[] {
  const rooms: Fill[] = [
    ["Everest", "nobody hears us", "The room's microphone was muted on the ceiling panel."],
    [
      "Douro",
      "screen says *no signal*",
      "The cable had been borrowed for another room; a spare is in the drawer.",
    ],
    ["Wisła", "camera follows the plant", "Tracking is limited to the table now."],
    ["Seminar 2", "remote control gone", "Sent a new one with a chain."],
    [
      "Cellar",
      "echo in every call",
      "Two devices were in the same call; the table microphone leaves by itself now.",
    ],
  ];
  return rooms.map(([room, fault, cause = ""]) => ({
    subject: `Meeting room ${room}: ${fault}`,
    issue: `In ${room} ${fault}. The next meeting is tomorrow at 9.`,
    team: "devices",
    priority: "normal",
    talk: [{ staff: cause }],
  }));
}

function software(): Story[] {
  const wishes: Fill[] = [
    ["a PDF editor", "for filling in forms of the authority"],
    ["a password manager", "for eleven people who share a spreadsheet at present"],
    ["Python 3.13", "for the statistics course"],
    ["a screen reader", "for a colleague who starts in spring"],
    ["a drawing tool", "for org charts that change weekly"],
  ];
  return wishes.map(([what, why]) => ({
    subject: `Software request: ${what}`,
    issue: `We would like ${what} ${why}. What do you recommend, and what does it cost?`,
    team: "applications",
    priority: "low",
    talk: [
      {
        staff:
          "Two that fit are compared on one page in your share. The first one is what most of your size use.",
      },
    ],
  }));
}

function lockedOut(): Story[] {
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

function certificates(): Story[] {
  const hosts: Fill[] = [
    ["extranet", "21"],
    ["vpn", "14"],
    ["status", "30"],
    ["files", "7"],
    ["webmail", "10"],
  ];
  return hosts.map(([host, days]) => ({
    subject: `Certificate of ${host} ends in ${days} days`,
    issue: `The monitoring reports that the certificate of \`${host}\` ends in ${days} days. It is not one of those that renew themselves.`,
    team: "servers",
    priority: days === "7" ? "high" : "normal",
    talk: [{ staff: "Renewed and installed, the chain is complete. It renews itself from now on." }],
  }));
}

function deskPhones(): Story[] {
  const phones: Fill[] = [
    ["214", "rings once and stops", "A forgotten diversion to a colleague who left."],
    ["108", "shows the wrong name", "The name came from the previous owner's profile; corrected."],
    ["377", "hisses", "Handset cord replaced."],
    ["401", "cannot call abroad", "Released for the countries on your list."],
    ["120", "answers by itself", "Auto-answer was on, from the headset's button."],
  ];
  return phones.map(([extension, fault, cause = ""]) => ({
    subject: `Extension ${extension} ${fault}`,
    issue: `The desk phone ${extension} ${fault}, since yesterday or so.`,
    team: "network",
    priority: "low",
    talk: [{ staff: cause }, { client: "Good again." }],
  }));
}

function warranties(): Story[] {
  const devices: Fill[] = [
    ["Latitude 5440", "battery swells"],
    ["ThinkPad X13", "three keys are dead"],
    ["27-inch monitor", "purple line from top to bottom"],
    ["label printer", "print head worn after nine months"],
    ["access point in the stairwell", "restarts every hour"],
  ];
  return devices.map(([device, fault]) => ({
    subject: `Warranty: ${device}, ${fault}`,
    issue: `The ${device} has a fault: ${fault}. It is less than three years old. Please handle it with the maker.`,
    team: "devices",
    priority: fault === "battery swells" ? "urgent" : "normal",
    talk: [
      {
        staff:
          "The maker sends a replacement; a loan device leaves our store today. Please keep the serial number plate.",
      },
      { note: "Case with the maker is open, they promise five working days." },
    ],
  }));
}
