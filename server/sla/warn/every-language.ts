import { PRIORITY_LABELS } from "#contract/labels.ts";
import { PRIORITY_LABELS as GERMAN_PRIORITIES } from "#contract/labels.de.ts";
import { durationText, TARGET_LABELS } from "#contract/sla/messages.ts";
import {
  durationText as germanDuration,
  TARGET_LABELS as GERMAN_TARGETS,
} from "#contract/sla/messages.de.ts";
import { MAIL_MESSAGES } from "#server/mail/messages.ts";
import { MAIL_MESSAGES as GERMAN_MAIL_MESSAGES } from "#server/mail/messages.de.ts";
import { WARNING_MESSAGES } from "./messages.ts";
import { WARNING_MESSAGES as GERMAN_MESSAGES } from "./messages.de.ts";

/** What mails about due times say, in the language of each reader. */
export const WARNING_TEXTS = {
  en: {
    ...MAIL_MESSAGES,
    ...WARNING_MESSAGES,
    targets: TARGET_LABELS,
    priorities: PRIORITY_LABELS,
    duration: durationText,
  },
  de: {
    ...GERMAN_MAIL_MESSAGES,
    ...GERMAN_MESSAGES,
    targets: GERMAN_TARGETS,
    priorities: GERMAN_PRIORITIES,
    duration: germanDuration,
  },
};
export type WarningTexts = (typeof WARNING_TEXTS)["en" | "de"];
