/** Refusals about incidents and the tickets that belong to them. */
export const INCIDENT_REFUSALS = {
  "incident.nested": "An incident cannot belong to another incident",
  "incident.belongs_already": ({ uid, incident }: { uid: string; incident: string }) =>
    `${uid} already belongs to ${incident}`,
  "incident.full": ({ max }: { max: number }) => `An incident can have at most ${max} tickets`,
  "incident.not_part": ({ uid }: { uid: string }) => `${uid} is not part of this incident`,
  "incident.choose_one": "Choose one: a text or a saved reply",
  "incident.nobody_left": "None of these tickets can be answered any more",
  "incident.reply_unfit": "This saved reply has no text for clients",
  "incident.answer_fixed": "An answer to all reporters cannot be changed: take it back and write it anew",
} as const;
