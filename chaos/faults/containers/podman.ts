import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Programs of Debian that the scenario calls. */
const NEEDED = ["podman", "podman-compose", "runc", "debootstrap"];

/** The reason why containers cannot be run here, or null. */
export function missingPodman(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "needs root on Linux";
  const places = ["/usr/bin", "/usr/sbin"];
  const absent = NEEDED.find((name) => !places.some((place) => existsSync(join(place, name))));
  return absent ? `no ${absent} (apt-get install podman podman-compose runc debootstrap)` : null;
}

export type Podman = {
  /** Answers what the command printed; throws with what it complained about. */
  podman: (...parameters: string[]) => Promise<string>;
  compose: (...parameters: string[]) => Promise<string>;
};

/** Podman with images, containers and networks of its own below `folder`, for the compose file of a checkout. */
export function openPodman(folder: string, checkout: string): Podman {
  mkdirSync(folder, { recursive: true });
  const conf = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const env = {
    ...process.env,
    // HEALTHCHECK stands in no image of the other format.
    BUILDAH_FORMAT: "docker",
    CONTAINERS_STORAGE_CONF: conf(
      "storage.conf",
      `[storage]\ndriver = "overlay"\ngraphroot = "${folder}/images"\nrunroot = "${folder}/run"\n`,
    ),
    // The limits of the machine's own shell may be lower than podman's usual ones; crun refuses mixed cgroups.
    CONTAINERS_CONF: conf(
      "containers.conf",
      `[containers]\ndefault_ulimits = ["nofile=4096:16384", "nproc=4096:16384"]\n` +
        `[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n` +
        `[network]\nnetwork_config_dir = "${folder}/networks"\n`,
    ),
  };
  const call = async (program: string, parameters: string[]) => {
    const { stdout } = await run(program, parameters, { env, cwd: checkout, maxBuffer: 64 * 1024 * 1024 });
    return stdout.trim();
  };
  return {
    podman: (...parameters) => call("podman", parameters),
    compose: (...parameters) =>
      call("podman-compose", ["-p", "waypost", "-f", "ops/compose.yaml", ...parameters]),
  };
}
