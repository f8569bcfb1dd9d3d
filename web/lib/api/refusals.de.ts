/** What the server and the contract's schemas say, beside `contract/messages.ts`, by the English sentence. */
export const REFUSALS: Record<string, string> = {
  "There is nothing at this address": "Unter dieser Adresse gibt es nichts",
  "Not found": "Nicht gefunden",
  "There is no sample data here": "Hier gibt es keine Beispieldaten",
  "The web app is not built yet": "Die Web-App ist noch nicht gebaut",
  "The request is not valid": "Die Anfrage ist ungültig",
  "The request body is not valid": "Der Inhalt der Anfrage ist ungültig",
  "The request body is not valid JSON": "Der Inhalt der Anfrage ist kein gültiges JSON",
  "The request is too large": "Die Anfrage ist zu groß",
  "Send JSON (Content-Type: application/json)": "Senden Sie JSON (Content-Type: application/json)",
  "This request came from another site": "Diese Anfrage kam von einer anderen Website",
  "Idempotency-Key must be 1 to 200 visible characters":
    "Idempotency-Key muss aus 1 bis 200 sichtbaren Zeichen bestehen",
  "The first request with this Idempotency-Key has not finished":
    "Die erste Anfrage mit diesem Idempotency-Key läuft noch",
  "This Idempotency-Key was used for another request":
    "Dieser Idempotency-Key wurde für eine andere Anfrage benutzt",
  "The database cannot be reached right now. Try again in a moment.":
    "Die Datenbank ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.",
  "This took too long, so nothing was changed. Try again in a moment.":
    "Das hat zu lange gedauert, es wurde nichts geändert. Versuchen Sie es gleich noch einmal.",
  "The desk is very busy right now. Try again in a moment.":
    "Der Helpdesk ist gerade sehr ausgelastet. Versuchen Sie es gleich noch einmal.",
  "The disk is full, so nothing could be saved.":
    "Der Datenträger ist voll, es konnte nichts gespeichert werden.",
  "The disk is nearly full, so nothing can be saved. Reading still works.":
    "Der Datenträger ist fast voll, es kann nichts gespeichert werden. Lesen geht weiterhin.",
  "Too many windows listen at once. Close some of them.":
    "Zu viele Fenster sind gleichzeitig offen. Schließen Sie einige davon.",
  "The key of METRICS_KEY is needed": "Der Schlüssel aus METRICS_KEY ist nötig",

  "Set up two-factor sign-in for yourself before a role of yours requires it":
    "Richten Sie die Zwei-Faktor-Anmeldung zuerst für sich selbst ein, bevor Ihre Rolle sie verlangt",
  "Session not found": "Sitzung nicht gefunden",
  "The setup code is required": "Bitte geben Sie den Einrichtungscode an",
  "This setup code is not valid": "Dieser Einrichtungscode ist ungültig",
  "This password is too common: choose one that nobody would guess":
    "Dieses Passwort ist zu verbreitet: Wählen Sie eines, das niemand errät",
  "Choose a password that is not built on your name, your address, your company or this product":
    "Wählen Sie ein Passwort, das nicht aus Ihrem Namen, Ihrer Adresse, Ihrer Firma oder diesem Produkt gebildet ist",
  "The new password must differ from the current one":
    "Das neue Passwort muss sich vom aktuellen unterscheiden",

  "This company is inactive, so nobody can be invited to it":
    "Diese Firma ist inaktiv, deshalb kann niemand dorthin eingeladen werden",
  "A user with this email already exists, but is deleted: restore it instead":
    "Einen Benutzer mit dieser E-Mail-Adresse gibt es bereits, er ist aber gelöscht: Stellen Sie ihn wieder her",
  "Clients cannot belong to the internal company": "Kunden können nicht zur eigenen Firma gehören",
  "Internal users belong to the internal company": "Interne Benutzer gehören zur eigenen Firma",
  "The company does not exist": "Diese Firma gibt es nicht",
  "This company is deleted: restore it first": "Diese Firma ist gelöscht: Stellen Sie sie zuerst wieder her",
  "Expiry must be a whole number of hours": "Geben Sie ganze Stunden an",
  "Expiry must be at least 1 hour": "Die Einladung muss mindestens 1 Stunde gelten",
  "Expiry must be at most 168 hours": "Die Einladung darf höchstens 168 Stunden gelten",

  "There is no such role": "Diese Rolle gibt es nicht",
  "Select at least one role": "Wählen Sie mindestens eine Rolle",
  "External users can only have an external role": "Externe Benutzer können nur eine externe Rolle haben",
  "Internal users can only have internal roles": "Interne Benutzer können nur interne Rollen haben",
  "External users have exactly one role": "Externe Benutzer haben genau eine Rolle",

  "This team is archived: restore it first": "Dieses Team ist archiviert: Stellen Sie es zuerst wieder her",
  "Members must be people of the team's company": "Mitglieder müssen zur Firma des Teams gehören",

  "Ticket prefix": "Ticketkürzel",
  "The ticket prefix is capital letters and digits with a dash, such as WP-":
    "Das Ticketkürzel besteht aus Großbuchstaben, Ziffern und einem Strich, etwa WP-",
  "The shortest password must be a whole number": "Die Mindestlänge muss eine ganze Zahl sein",
  "The shortest password cannot be below 8 characters": "Die Mindestlänge kann nicht unter 8 Zeichen liegen",
  "The shortest password can be at most 64 characters": "Die Mindestlänge kann höchstens 64 Zeichen sein",
  "Choose a time zone such as Europe/Oslo": "Wählen Sie eine Zeitzone, etwa Europe/Berlin",
  "The logo must be a PNG, JPEG or WebP picture": "Das Logo muss ein Bild im Format PNG, JPEG oder WebP sein",
  "There is no logo": "Es gibt kein Logo",
  "Name is required": "Bitte geben Sie den Namen an",
  "Short name is required": "Bitte geben Sie den Kurznamen an",
  "Mail not found": "Mail nicht gefunden",
  "Mails are sent, not captured": "Mails werden verschickt, nicht aufgefangen",
  "Only a failed mail can be sent again": "Nur eine fehlgeschlagene Mail kann noch einmal gesendet werden",

  "Someone changed this ticket meanwhile": "Dieses Ticket wurde inzwischen geändert",
  "base_version is not a version of this ticket": "base_version ist keine Fassung dieses Tickets",
  "after belongs to a list in another order": "after gehört zu einer anders sortierten Liste",
  "after is not a place in this list": "after ist keine Stelle in dieser Liste",
  "This ticket is in the trash: restore it first":
    "Dieses Ticket liegt im Papierkorb: Stellen Sie es zuerst wieder her",
  "Only administrators can look into the trash": "Nur Administratoren können in den Papierkorb sehen",
  "You can close this ticket or open it again, but set no other status":
    "Sie können dieses Ticket schließen oder wieder öffnen, aber keinen anderen Status setzen",
  "Only staff can move a ticket to another client or company":
    "Nur der Support kann ein Ticket zu einem anderen Kunden oder einer anderen Firma verschieben",
  "Only staff can choose who takes a ticket": "Nur der Support kann wählen, wer ein Ticket übernimmt",
  "Only staff can choose the status of a new ticket":
    "Nur der Support kann den Status eines neuen Tickets wählen",
  "The client does not belong to this company": "Der Kunde gehört nicht zu dieser Firma",
  "You can raise tickets for your own company only": "Sie können Tickets nur für Ihre eigene Firma erstellen",
  "You can raise tickets for yourself only": "Sie können Tickets nur für sich selbst erstellen",
  "The client does not exist": "Diesen Kunden gibt es nicht",
  "The assignee cannot be assigned tickets": "Dieser Person können keine Tickets zugewiesen werden",
  "The team does not exist": "Dieses Team gibt es nicht",
  "Choose another value": "Wählen Sie einen anderen Wert",
  "This person cannot follow tickets": "Diese Person kann keine Tickets verfolgen",
  "The ticket that this one follows does not exist": "Das Ticket, auf das dieses folgt, gibt es nicht",
  "There is nothing to undo": "Es gibt nichts rückgängig zu machen",
  "It is too late to undo this": "Das lässt sich nicht mehr rückgängig machen",
  "Choose at least one ticket": "Wählen Sie mindestens ein Ticket",
  "Choose what to change": "Wählen Sie, was geändert werden soll",

  "This ticket was closed too long ago to answer":
    "Dieses Ticket wurde vor zu langer Zeit geschlossen, um darauf zu antworten",
  "Tickets in the trash cannot be answered": "Tickets im Papierkorb können nicht beantwortet werden",
  "Only its author can edit a comment": "Nur wer den Kommentar geschrieben hat, kann ihn bearbeiten",
  "Only its author or an administrator can delete a comment":
    "Nur wer den Kommentar geschrieben hat oder ein Administrator kann ihn löschen",
  "Only staff can write internal notes": "Nur der Support kann interne Notizen schreiben",
  "Only staff can set a status with an answer": "Nur der Support kann mit einer Antwort den Status setzen",

  "File not found": "Datei nicht gefunden",
  "This file is no longer stored": "Diese Datei ist nicht mehr gespeichert",
  "Send the file as multipart/form-data": "Senden Sie die Datei als multipart/form-data",
  "Send one file in the field file": "Senden Sie eine Datei im Feld file",
  "The upload was cut off": "Das Hochladen wurde unterbrochen",
  "A file can be at most 25 MB": "Eine Datei darf höchstens 25 MB groß sein",
  "Too many files wait in drafts. Send or remove some of them first.":
    "Zu viele Dateien warten in Entwürfen. Senden oder entfernen Sie zuerst einige davon.",
  "An attached file is not there any more: attach it again":
    "Eine angehängte Datei ist nicht mehr da: Hängen Sie sie noch einmal an",
  "Attach the file again": "Hängen Sie die Datei noch einmal an",

  // The names of fields, as the sentences below put them in front.
  "Full name": "Der Name",
  "Company name": "Der Name der Firma",
  "Team name": "Der Name des Teams",
  "Short name": "Der Kurzname",
  "Support Phone": "Das Telefon",
  "Time zone": "Die Zeitzone",
  Name: "Der Name",
  Email: "Die E-Mail-Adresse",
  Phone: "Das Telefon",
  City: "Der Ort",
  State: "Das Bundesland",
  Description: "Die Beschreibung",
  Subject: "Der Betreff",
  Issue: "Die Beschreibung",
  Comment: "Der Kommentar",
  Reason: "Der Grund",
  Search: "Die Suche",
  Password: "Das Passwort",
  "The value": "Der Wert",
};

const grouped = (digits: string) => digits.replaceAll(",", ".");

/** Sentences with names or numbers in them; what stands in the brackets is handed on, fields by their German name. */
export const REFUSALS_WITH_FACTS: readonly [RegExp, (...facts: string[]) => string][] = [
  [
    /^Too many attempts\. Try again in (.+)\.$/,
    (wait = "") => `Zu viele Versuche. Versuchen Sie es in ${waitText(wait)} noch einmal.`,
  ],
  [/^Unknown field: (.+)$/, (field) => `Unbekanntes Feld: ${field}`],
  [
    /^At most (\S+) files can be attached at once$/,
    (n) => `Höchstens ${n} Dateien können auf einmal angehängt werden`,
  ],
  [
    /^At most (\S+) tickets can be changed at once$/,
    (n) => `Höchstens ${n} Tickets können auf einmal geändert werden`,
  ],
  [/^(.+) must be a whole number$/, (field) => `${field} muss eine ganze Zahl sein`],
  [/^(.+) must be text$/, (field) => `${field} muss Text sein`],
  [/^(.+) must be an id$/, (field) => `${field} muss eine ID sein`],
  [/^(.+) must be one of (.+)$/, (field, values) => `${field} muss eines davon sein: ${values}`],
  [/^(.+) must be at least (\S+) characters$/, (field, n) => `${field} muss mindestens ${n} Zeichen haben`],
  [
    /^(.+) must be at most (\S+) characters$/,
    (field, n = "") => `${field} darf höchstens ${grouped(n)} Zeichen haben`,
  ],
  [/^(.+) must be at least (\S+)$/, (field, n) => `${field} muss mindestens ${n} sein`],
  [/^(.+) must be at most (\S+)$/, (field, n) => `${field} darf höchstens ${n} sein`],
  [
    /^(.+) contains characters that cannot be stored$/,
    (field) => `${field} enthält Zeichen, die sich nicht speichern lassen`,
  ],
  [/^(.+) cannot be changed here$/, (field) => `${field} lässt sich hier nicht ändern`],
  [/^(.+) is required$/, (field) => `${field} fehlt`],
  [/^(.+) is not valid$/, (field) => `${field} ist ungültig`],
];

/** "1 second", "12 seconds", "3 minutes" */
function waitText(wait: string): string {
  const [n, unit = ""] = wait.split(" ");
  if (unit.startsWith("second")) return n === "1" ? "1 Sekunde" : `${n} Sekunden`;
  return n === "1" ? "1 Minute" : `${n} Minuten`;
}
