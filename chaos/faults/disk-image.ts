import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Why no disk of our own can be made here, or null. */
export function missingDisk(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "mounting an image needs root on Linux";
  return existsSync("/usr/sbin/mkfs.ext4") || existsSync("/sbin/mkfs.ext4") ? null : "no mkfs.ext4";
}

/**
 * A disk that is a file: ext4 on a loop device. What programs wrote without waiting for it is in the kernel's memory
 * only, so a copy of the file is what a disk holds after the power went. The journal is written on demand alone, or
 * it would be in the middle of something while the copy is made.
 */
export function makeDisk(folder: string, megabytes: number) {
  const image = join(folder, "disk.img");
  const at = join(folder, "disk");
  mkdirSync(at, { recursive: true });
  writeFileSync(image, "");
  truncateSync(image, megabytes * 1024 * 1024);
  sh("mkfs.ext4", ["-q", "-F", "-m", "0", image]);
  const mount = () => {
    sh("mount", ["-o", "loop,commit=300", image, at]);
    chmodSync(at, 0o711);
  };
  mount();
  return {
    at,
    mount,
    /** Copies the disk as a power cut at this moment would leave it. */
    snapshot: () => sh("cp", ["--sparse=always", image, `${image}.cut`]),
    /** Nobody may have a file open any more. */
    unmount: () => sh("umount", [at]),
    /** Puts the disk after the cut into the place of the one before, and mounts it: ext4 replays its journal. */
    comeBack() {
      renameSync(`${image}.cut`, image);
      mount();
    },
    remove: () => void spawnSync("umount", ["-l", at]),
  };
}

export type Disk = ReturnType<typeof makeDisk>;

function sh(program: string, parameters: string[]): void {
  const path = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" };
  const { status, stderr } = spawnSync(program, parameters, { env: path, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${parameters.join(" ")}: ${stderr.trim()}`);
}
