import type { Socket } from "node:net";

/** One command of an IMAP client; `UID` belongs to the name, and a list in parentheses is one argument. */
export type ImapCommand = { tag: string; name: string; args: string[] };

/** Reads commands from a connection and has them served one after the other; literals are asked for (RFC 3501). */
export function readImapCommands(socket: Socket, serve: (command: ImapCommand) => Promise<unknown>): void {
  let waiting = "";
  let line = "";
  let asked = false;
  let turn = Promise.resolve<unknown>(undefined);
  socket.setEncoding("latin1").on("data", (text: string) => {
    waiting += text;
    for (let end = waiting.indexOf("\r\n"); end >= 0; end = waiting.indexOf("\r\n")) {
      const literal = /\{(\d+)(\+?)\}$/.exec(waiting.slice(0, end));
      if (literal) {
        const [marker, length = "0", isPlus] = literal;
        if (!isPlus && !asked) socket.write("+ go on\r\n");
        asked = true;
        const stop = end + 2 + Number(length);
        if (waiting.length < stop) return;
        line += `${waiting.slice(0, end - marker.length)}"${waiting.slice(end + 2, stop)}"`;
        waiting = waiting.slice(stop);
        asked = false;
        continue;
      }
      const command = parseCommand(line + waiting.slice(0, end));
      waiting = waiting.slice(end + 2);
      line = "";
      turn = turn.then(() => serve(command));
    }
  });
}

function parseCommand(line: string): ImapCommand {
  if (line.toUpperCase() === "DONE") return { tag: "", name: "DONE", args: [] };
  const [tag = "", ...words] = splitArguments(line);
  const isUid = words[0]?.toUpperCase() === "UID";
  const name = words.slice(0, isUid ? 2 : 1).join(" ");
  return { tag, name: name.toUpperCase(), args: words.slice(isUid ? 2 : 1) };
}

/** Splits at spaces, but not within quotes, parentheses and brackets. */
function splitArguments(line: string): string[] {
  const parts =
    line.match(/"(?:[^"\\]|\\.)*"|\((?:[^()]|\([^()]*\))*\)|[^\s"()[\]]*\[[^\]]*\]\S*|\S+/g) ?? [];
  return parts.map((part) => (part.startsWith('"') ? part.slice(1, -1).replaceAll(/\\(.)/g, "$1") : part));
}
