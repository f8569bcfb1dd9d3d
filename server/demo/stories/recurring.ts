import { deskPhones, meetingRooms, printers, warranties } from "./recurring-devices.ts";
import {
  folderAccess,
  leavers,
  lockedOut,
  newPhones,
  newStarters,
  suspiciousMails,
} from "./recurring-people.ts";
import { backups, certificates, licences, restores, software } from "./recurring-services.ts";
import type { Story } from "./story.ts";

/** Requests that a service desk gets again and again, each time with other names. */
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
