import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../processes/spawn-app.ts";

const DOVECOT = "/usr/sbin/dovecot";
/** Debian's account without rights; dovecot does not run its mail processes as root. */
const NOBODY = { name: "nobody", group: "nogroup", uid: 65_534, gid: 65_534 };

/** Why no dovecot can be run here, or null. */
export const missingDovecot = existsSync(DOVECOT) ? null : `there is no ${DOVECOT} on this machine`;

/** Debian's dovecot on a port and in a folder of its own, as a user without rights; what `startImapServer` serves as well. */
export async function startDovecot() {
  const folder = mkdtempSync(join(tmpdir(), "waypost-dovecot-"));
  const port = await freePort();
  const account = { username: "help", password: "a-quiet-printer" };
  const runsAs = process.getuid?.() === 0 ? NOBODY : ownAccount();
  const mail = join(folder, "mail");
  const base = join(folder, "base");
  for (const each of [mail, base, join(folder, "state")]) mkdirSync(each);
  for (const each of [folder, mail, base, join(folder, "state")]) chownSync(each, runsAs.uid, runsAs.gid);
  const config = join(folder, "dovecot.conf");
  writeFileSync(config, writeConfig({ folder, mail, base, port, runsAs, password: account.password }));
  const { uid, gid } = runsAs;
  const child = spawn(DOVECOT, ["-F", "-c", config], { stdio: ["ignore", "ignore", "pipe"], uid, gid });
  const kill = () => child.kill("SIGTERM");
  process.once("exit", kill);
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  await untilListening(port, () => (child.exitCode === null ? null : errors));
  let written = 0;

  const place = (name: string) => (name === "INBOX" ? mail : join(mail, `.${name}`));
  /** File names of Maildir: flags stand behind the last colon, `S` for seen. */
  const names = (name: string) =>
    ["new", "cur"].flatMap((part) => {
      const path = join(place(name), part);
      return existsSync(path) ? readdirSync(path).filter((each) => !each.startsWith(".")) : [];
    });

  return {
    port,
    ...account,
    deliver(raw: Buffer | string, { folder: name = "INBOX" } = {}): void {
      for (const part of ["tmp", "new", "cur"]) {
        const path = join(place(name), part);
        mkdirSync(path, { recursive: true });
        chownSync(path, runsAs.uid, runsAs.gid);
      }
      chownSync(place(name), runsAs.uid, runsAs.gid);
      const file = `${Math.floor(Date.now() / 1000)}.M${(written += 1)}P${process.pid}.test`;
      const arriving = join(place(name), "tmp", file);
      writeFileSync(arriving, raw);
      chownSync(arriving, runsAs.uid, runsAs.gid);
      renameSync(arriving, join(place(name), "new", file));
    },
    count: (name: string) => names(name).length,
    seen: (name: string) => names(name).filter((each) => /:2,[A-Z]*S/.test(each)).length,
    stop: async () => {
      const ended = once(child, "exit");
      process.off("exit", kill);
      kill();
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function ownAccount() {
  const { username, uid, gid } = userInfo();
  return { name: username, group: String(gid), uid, gid };
}

type Setup = {
  folder: string;
  mail: string;
  base: string;
  port: number;
  runsAs: typeof NOBODY;
  password: string;
};

/** All processes are one user's, and none changes into a folder of root's: otherwise it starts as root alone. */
function writeConfig({ folder, mail, base, port, runsAs, password }: Setup): string {
  const { name, group, uid, gid } = runsAs;
  return `
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
base_dir = ${base}
state_dir = ${join(folder, "state")}
log_path = ${join(folder, "log")}
default_internal_user = ${name}
default_login_user = ${name}
default_internal_group = ${group}
first_valid_uid = 1
mail_location = maildir:${mail}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
namespace inbox {
  inbox = yes
  mailbox Archive {
    auto = create
  }
  mailbox Junk {
    auto = create
    special_use = \\Junk
  }
}
`;
}

async function untilListening(port: number, failed: () => string | null): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const words = failed();
    if (words !== null) throw new Error(`dovecot ended: ${words}`);
    const probe = connect(port, "127.0.0.1");
    const isOpen = await Promise.race([once(probe, "connect"), once(probe, "error").then(() => null)]).catch(
      () => null,
    );
    probe.destroy();
    if (isOpen) return;
    await pause(25);
  }
  throw new Error("dovecot does not listen");
}
