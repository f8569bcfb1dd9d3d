/*
 * What mail programs write by themselves, in the twelve languages that are read: en de fr es it pt nl sv da nb pl cs.
 * Each list is a piece of a regular expression; letters of either case match.
 */

/** How the line above a quote begins and which verb it has: `On Monday ... wrote:`. */
export const INTRODUCTIONS: readonly { begins: string; verb: string }[] = [
  { begins: "On", verb: "wrote" },
  { begins: "Am", verb: "schrieb" },
  { begins: "Le", verb: "a écrit" },
  { begins: "El", verb: "escribió" },
  { begins: "Il(?: giorno)?", verb: "ha scritto" },
  { begins: "Em|A|No dia|Às", verb: "escreveu" },
  { begins: "Op", verb: "schreef|geschreven" },
  { begins: "Den|På", verb: "skrev" },
  { begins: "W dniu|Dnia", verb: "napisał(?:\\(a\\)|a|o)?|napisana|pisze" },
  { begins: "Dne", verb: "napsala?(?:\\(a\\))?" },
];

/** Labels of the lines above a quote of Outlook's kind. */
export const FROM_LABELS =
  "From|Von|De|Da|Van|Från|Fra|Od|Expéditeur|Mittente|Remitente|Afzender|Nadawca|Odesílatel";
export const TO_LABELS = "To|An|À|A|Para|Aan|Till|Til|Do|Komu|Destinataire|Destinatario";
export const DATE_LABELS =
  "Sent|Date|Gesendet|Datum|Envoyé(?: le)?|Enviado(?: el)?|Enviada(?: em)?|Fecha|Data|Inviato|Verzonden|Skickat|Sendt|Dato|Wysłano|Wysłane|Odesláno";
export const SUBJECT_LABELS =
  "Subject|Betreff|Objet|Asunto|Oggetto|Assunto|Onderwerp|Ämne|Emne|Temat|Předmět";
export const CC_LABELS = "Cc|Kopie|Copie|Kopia|Kopi|DW|Kopie \\(CC\\)";

/** `-----Original Message-----` */
export const ORIGINAL_MESSAGE =
  "Original Message|Ursprüngliche Nachricht|Originalnachricht|Original-Nachricht|Message d[’']origine|Message original|Mensaje original|Messaggio originale|Mensagem original|Oorspronkelijk bericht|Ursprungligt meddelande|Originalmeddelande|Oprindelig meddelelse|Original meddelelse|Opprinnelig melding|Original melding|Oryginalna wiadomość|Wiadomość oryginalna|Původní zpráva|Původní e-mail";

/** Above a text that a mail program forwards. */
export const FORWARDED_MESSAGE =
  "Forwarded message|Begin forwarded message|Weitergeleitete Nachricht|Anfang der weitergeleiteten (?:Nachricht|E-Mail)|Message transféré|Début du message (?:réexpédié|transféré)|Mensaje reenviado|Inicio del mensaje reenviado|Messaggio inoltrato|Inizio messaggio inoltrato|Mensagem (?:encaminhada|reencaminhada)|Início da mensagem (?:encaminhada|reencaminhada)|Doorgestuurd bericht|Begin doorgestuurd bericht|Vidarebefordrat (?:meddelande|brev)|Vidarebefordrat mejl|Videresendt (?:meddelelse|besked|melding|e-post)|Start på videresendt (?:besked|melding)|Przekazana wiadomość|Wiadomość przekazana dalej|Początek przekazywanej wiadomości|Přeposlaná zpráva|Začátek přeposílané zprávy";

/** What a subject begins with when its mail is a forward. */
export const FORWARD_PREFIXES =
  "Fwd?|Wg|Wtr|Tr|Rv|Reenv|I|Enc|Encam|Doorst|Vb|Vs|Vidarebef|Videresendt|Vid|Pd|Podaj dalej|Přep|Předávání";

/** Lines that phones and programs add below the words. */
export const MOBILE_SIGNATURES =
  "Sent from (?:my|Mail|Outlook|Yahoo|Samsung|Proton|AOL|Gmail)\\b.{0,80}|Get Outlook for (?:iOS|Android).{0,80}|Von (?:meinem|meiner) .{1,60} gesendet|Gesendet (?:von|mit) (?:mein\\w*|der (?:GMX|WEB|mobilen)|Outlook|Mail|Yahoo|Proton|Samsung).{0,60}|Diese Nachricht wurde von meinem .{1,60} gesendet.{0,60}|Envoyé (?:de|depuis|à partir de) (?:mon|ma|Outlook|Yahoo|Courrier).{0,60}|Obtenez Outlook pour .{1,60}|Enviado (?:desde|do|a partir do|de) (?:mi|meu|minha|Outlook|Correo|Yahoo).{0,60}|Inviato (?:da|dal) (?:mio |mia )?(?:iPhone|iPad|Samsung|Outlook|Yahoo|dispositivo).{0,60}|Verzonden (?:vanaf|met|via|vanuit) (?:mijn|Outlook|Mail|Samsung|Yahoo).{0,60}|Verstuurd vanaf mijn .{1,60}|Skickat från (?:min|mitt|Outlook|Mail|Yahoo).{0,60}|Sendt (?:fra|via) (?:min|mit|Outlook|Mail|Yahoo).{0,60}|Wysłan[eoay] z (?:iPhone|iPada|mojego|Outlook|telefonu|urządzenia|aplikacji|systemu).{0,60}|Odesláno z (?:iPhon|iPad|mého|aplikace|Outlook|telefonu|mobil).{0,60}";

/** Words of which a notice about confidentiality has at least one at its beginning and one more. */
export const DISCLAIMER_BEGINS =
  "This (?:e-?mail|message|communication|transmission)|The (?:information|content)s?|If you (?:are not|have received)|(?:CONFIDENTIALITY|LEGAL|IMPORTANT) (?:NOTICE|DISCLAIMER)|Confidentiality|Disclaimer|Diese (?:E-?Mail|Nachricht)|Der Inhalt dieser|Die in dieser|Ce (?:message|courriel|mail)|Les informations contenues|Este (?:mensaje|correo|e-?mail)|La información contenida|Questo (?:messaggio|documento)|Questa e-?mail|Le informazioni contenute|Il presente messaggio|Esta mensagem|As informações contidas|Dit (?:bericht|e-?mailbericht)|Deze e-?mail|De informatie|Detta (?:meddelande|e-?post\\w*|mejl)|Denne (?:e-?mail|e-?post\\w*|meddelelse|melding|mail)|Niniejsza (?:wiadomość|korespondencja)|Ta wiadomość|Informacje zawarte|Tato zpráva|Tento e-?mail|Informace obsažené";
export const DISCLAIMER_WORDS =
  "confidential|privileged|intended (?:recipient|solely|only)|vertraulich|bestimmungsgemäße|irrtümlich|confidentiel|destinataire|confidencial|destinatari[oa]|riservat|confidenzial|vertrouwelijk|geadresseerde|bestemd|konfidentiell|mottagare|fortrolig|konfidensiell|modtager|mottaker|poufn|adresat|důvěrn|příjemc";

/** Subjects of vacation answers; they count only in a mail that answers one. */
export const VACATION_SUBJECTS =
  "Out of (?:the )?office|Auto(?:matic)?(?:[ -]?reply|[ -]?response|: )|Away from|On (?:vacation|leave|holiday)|Abwesen(?:d|heit)|Automatische Antwort|Nicht im Büro|Im Urlaub|Absen(?:ce|t)|Réponse automatique|Absent du bureau|Respuesta automática|Fuera de (?:la )?oficina|Ausente|Ausencia|Risposta automatica|Fuori (?:sede|ufficio)|Assente|Assenza|Resposta automática|Ausência|Fora do escritório|Automatisch antwoord|Afwezig|Niet aanwezig|Autosvar|Automatiskt svar|Frånvaro|Ej på kontoret|Automatisk svar|Ikke på kontoret|Fravær|Ferie|Automatyczna odpowiedź|Autoodpowiedź|Odpowiedź automatyczna|Poza biurem|Nieobecn|Automatická odpověď|Mimo kancelář|Nepřítomn";
