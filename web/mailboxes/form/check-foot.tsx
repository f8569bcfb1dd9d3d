import { RefreshCw } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { FORM_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  checkedAt: string | null;
  isChecking: boolean;
  onCheck: () => void;
  /** Why it cannot be checked now; null where it can. */
  blocked: string | null;
  act: string;
  form: { isBusy: boolean; isChanged: boolean };
};

/** The foot of the form: when it was checked, checking, saving. */
export function CheckFoot({ checkedAt, isChecking, onCheck, blocked, act, form }: Props) {
  return (
    <footer className="card section-foot form-foot">
      <span role="status">
        {blocked ??
          (checkedAt && (
            <>
              {MESSAGES.checkedAt} <RelativeTime at={checkedAt} form="long" />
            </>
          ))}
      </span>
      <span className="flex-row">
        <Button
          icon={<RefreshCw className="icon" />}
          busy={isChecking}
          busyLabel={MESSAGES.checking}
          disabled={blocked !== null}
          onClick={onCheck}
        >
          {MESSAGES.check}
        </Button>
        <Button
          type="submit"
          look="primary"
          disabled={!form.isChanged}
          busy={form.isBusy}
          busyLabel={MESSAGES.saving}
        >
          {act}
        </Button>
      </span>
    </footer>
  );
}
