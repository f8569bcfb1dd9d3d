import type { Translated } from "../translation-type.ts";
import { fileFaultText } from "./import-reasons.de.ts";
import type { IMPORT_REFUSALS as ENGLISH } from "./imports.ts";

export const IMPORT_REFUSALS: Translated<typeof ENGLISH> = {
  "import.not_found": "Diesen Import gibt es nicht",
  "import.too_large": "Eine Datei zum Importieren darf höchstens 1 GB groß sein",
  "import.file_gone":
    "Die Datei eines Imports wird sieben Tage aufbewahrt und ist fort: wählen Sie sie noch einmal",
  "import.moved_on": "Dieser Import ist inzwischen weiter: sehen Sie noch einmal nach",
  "import.unreadable": fileFaultText,
};
