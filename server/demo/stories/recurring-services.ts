import type { Fill, Story } from "./story.ts";

export function licences(): Story[] {
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

export function software(): Story[] {
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

export function backups(): Story[] {
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

export function restores(): Story[] {
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

export function certificates(): Story[] {
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
