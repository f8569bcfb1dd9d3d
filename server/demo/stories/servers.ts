import type { Story } from "./story.ts";

export const SERVERS: readonly Story[] = [
  {
    subject: "File server slow every day between 9 and 9:30",
    issue: "Opening a folder takes half a minute when everybody starts. Later it is quick.",
    team: "servers",
    priority: "normal",
    talk: [
      { staff: "The virus scan of the whole volume starts at 9:00 sharp. Moved to 02:00." },
      { client: "Quick at nine. Thank you." },
    ],
  },
  {
    subject: "Disk C: of the print server is full",
    issue: "Monitoring says 0 bytes free. Printing works for now.",
    team: "servers",
    priority: "high",
    talk: [
      {
        staff:
          "A debug log of 38 GB, switched on two years ago for one afternoon. Removed and switched off; 61 % free.",
      },
    ],
  },
  {
    subject: "Move the practice database to the new virtual machine",
    issue: `Plan for the weekend:

1. Friday 19:00 users out
2. copy, checks
3. Saturday 12:00 tests by Dr Amin
4. Monday 07:00 somebody of yours on site

Rollback until Saturday 18:00.`,
    team: "servers",
    priority: "normal",
    at: "brightwater",
    talk: [
      { staff: "Agreed. I do Friday and Saturday, Callum is on site on Monday." },
      { note: "Old machine stays switched off, not deleted, for 30 days." },
      { client: "Tests passed, and the patient search is twice as fast." },
    ],
  },
  {
    subject: "Restore test for the insurer: one server, one mailbox, one database",
    issue: "We need proof with times and screenshots that all three come back from backup.",
    team: "servers",
    priority: "normal",
    talk: [
      {
        staff:
          "Done in the isolated network: server 42 min, mailbox 9 min, database 17 min. The report with pictures is in your share.",
      },
    ],
  },
  {
    subject: "RAID controller reports a predictive failure on bay 6",
    issue: "The amber light is on. The server seems fine.",
    team: "servers",
    priority: "high",
    talk: [
      {
        staff:
          "Replacement disk arrives within four hours under the contract. Nothing is lost: the array still has its spare.",
      },
      { staff: "Disk replaced at 15:20, rebuild finished at 19:05." },
      { client: "Light is green." },
    ],
  },
  {
    subject: "Terminal server signs everybody out at 18:00",
    issue: "At six sharp all sessions end, also unsaved work. The late shift is not amused.",
    team: "servers",
    priority: "high",
    talk: [
      {
        staff:
          "A restart for updates had been planned daily instead of on Sundays, by us. I am sorry; it is corrected.",
      },
      { note: "Change was mine. Added a second pair of eyes for schedules of this client." },
      { client: "Accepted. Please bring cake." },
    ],
  },
  {
    subject: "Application log fills with *connection reset by peer*",
    issue:
      "```\n2026-11-12T08:14:03Z ERROR pool: connection reset by peer (attempt 3/3)\n2026-11-12T08:14:03Z WARN  queue: 1841 messages waiting\n```\nNo user has complained so far.",
    team: "servers",
    priority: "normal",
    talk: [
      {
        staff:
          "The load balancer closes idle connections after 60 s, the pool keeps them for 300. I set the pool to 45; no error since noon.",
      },
    ],
  },
  {
    subject: "Please shut down the old mail server for good",
    issue: "Nobody should need it any more. Or so everyone says.",
    team: "servers",
    priority: "low",
    talk: [
      {
        staff:
          "Before that I watched it for two weeks: the franking machine and the alarm system still send through it. Once they are moved, I switch it off.",
      },
      { client: "The alarm company comes on the 3rd." },
    ],
  },
  {
    subject: "Ransomware drill: please pull the plug on TEST-FS01 on Thursday",
    issue:
      "Management wants to see how long we need. Only three people know. Start at 10:00 and do not warn the others.",
    team: "servers",
    priority: "normal",
    talk: [
      { note: "Internal: Lena, Idris and I only. Phones stay free from 10:00." },
      { staff: "Start 10:00, noticed 10:07, isolated 10:11, restored 11:48. The minutes are in your share." },
      { client: "Better than the plan. The board was impressed." },
    ],
  },
  {
    subject: "Quarterly patch night: servers of group B",
    issue:
      "Window Saturday 22:00 to 02:00 as agreed. Please leave the booking server out, we have a wedding.",
    team: "servers",
    priority: "normal",
    at: "portquay",
    talk: [
      { staff: "17 of 17 patched and restarted, the booking server left out and planned for Tuesday 03:00." },
    ],
  },
  {
    subject: "Time on the virtual machines drifts by minutes",
    issue: "Tickets from the car park carry the wrong minute and drivers object.",
    team: "servers",
    priority: "normal",
    talk: [
      { staff: "Two time sources argued with each other. Only one remains, drift is below 20 ms since." },
    ],
  },
  {
    subject: "Old versions of a spreadsheet, as far back as possible",
    issue: "We need *budget-final-FINAL-2.xlsx* as it was in spring, before somebody sorted only one column.",
    team: "servers",
    priority: "normal",
    talk: [
      {
        staff:
          "The monthly copies go back thirteen months. April and May are in the folder *restored*; April looks unsorted to me.",
      },
      { client: "April it is. Sorting is forbidden from now on." },
    ],
  },
  {
    subject: "Monitoring mails 200 times an hour about one sensor",
    issue: "The temperature in the server room flips between 26.9 and 27.0 degrees.",
    team: "servers",
    priority: "low",
    talk: [
      {
        staff:
          "Warning now begins at 28 and ends at 26, so that it cannot flap. And the air filter was due: cleaned.",
      },
    ],
  },
];
