import type { Translated } from "../translation-type.ts";
import type { VIEW_REFUSALS as ENGLISH } from "./views.ts";

export const VIEW_REFUSALS: Translated<typeof ENGLISH> = {
  "view.not_found": "Ansicht nicht gefunden",
  "view.name_required": "Bitte benennen Sie die Ansicht",
  "view.own_alone": "Nur wem die Ansicht gehört, kann sie für sich allein behalten",
  "view.too_many_own": ({ max }) => `Höchstens ${max} eigene Ansichten sind möglich`,
  "view.too_many_shared": ({ max }) => `Höchstens ${max} geteilte Ansichten sind möglich`,
  "view.too_many_pinned": ({ max }) => `Höchstens ${max} Ansichten lassen sich anheften`,
  "view.too_many_counted": ({ max }) => `Höchstens ${max} Ansichten lassen sich auf einmal zählen`,
};
