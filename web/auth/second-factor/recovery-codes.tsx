import { Download } from "lucide-react";
import { useBrand } from "#web/lib/public-config.ts";
import { saveFile } from "#web/lib/browser/save-file.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/form/copy-button.tsx";
import { RECOVERY_MESSAGES as MESSAGES } from "./messages.ts";
import "#web/styles/second-factor.css";

/** The ten codes, to be copied or kept as a file; nothing shows them again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { shortName } = useBrand();
  const { email } = useUser();
  const title = MESSAGES.fileOf(shortName);
  function download() {
    const text = [title, MESSAGES.fileHint(email), "", ...codes, ""].join("\n");
    saveFile(`${title}.txt`, new Blob([text], { type: "text/plain" }));
  }
  return (
    <>
      <ol className="recovery-codes monospace" aria-label={MESSAGES.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex-row">
        <Button icon={<Download className="icon" />} onClick={download}>
          {MESSAGES.download}
        </Button>
        <CopyButton text={codes.join("\n")} label={MESSAGES.copy} />
      </div>
    </>
  );
}
