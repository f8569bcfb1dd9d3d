import { Download } from "lucide-react";
import { useBrand } from "../lib/brand.ts";
import { saveFile } from "../lib/save-file.ts";
import { useUser } from "../lib/session-state.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { RECOVERY_WORDS as WORDS } from "./second-factor-words.ts";

/** The ten codes, to be copied or kept as a file; nothing shows them again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { shortName } = useBrand();
  const { email } = useUser();
  const title = WORDS.fileOf(shortName);
  function download() {
    const text = [title, WORDS.fileHint(email), "", ...codes, ""].join("\n");
    saveFile(`${title}.txt`, new Blob([text], { type: "text/plain" }));
  }
  return (
    <>
      <ol className="codes mono" aria-label={WORDS.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row">
        <Button icon={<Download className="i" />} onClick={download}>
          {WORDS.download}
        </Button>
        <CopyButton text={codes.join("\n")} label={WORDS.copy} />
      </div>
    </>
  );
}
