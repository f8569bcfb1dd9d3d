import type { Fill, Story } from "./story.ts";

export function printers(): Story[] {
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
    tags: ["printer"],
    priority: "normal",
    talk: [{ staff: cause }, { client: "Prints. Thank you." }],
  }));
}

export function meetingRooms(): Story[] {
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

export function deskPhones(): Story[] {
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

export function warranties(): Story[] {
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
