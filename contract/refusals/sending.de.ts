import type { Translated } from "../translation-type.ts";
import type { SENDING_REFUSALS as ENGLISH } from "./sending.ts";

export const SENDING_REFUSALS: Translated<typeof ENGLISH> = {
  "sending.not_found": "Hier wartet keine solche Antwort",
  "sending.gone_out": "Die Antwort wurde schon gesendet",
  "sending.author_only": "Das kann nur, wer die Antwort geschrieben hat",
  "sending.time_out_of_range": "Wählen Sie einen Zeitpunkt zwischen 1 Minute und 90 Tagen ab jetzt",
  "sending.choose_one": "Wählen Sie eines: warten oder später senden",
  "sending.too_many": ({ max }) => `Höchstens ${max} Antworten können warten`,
  "draft.changed_meanwhile": "Dieser Entwurf wurde auch auf einem anderen Gerät geschrieben",
  "draft.too_many": ({ max }) => `Höchstens ${max} Entwürfe können aufbewahrt werden`,
};
