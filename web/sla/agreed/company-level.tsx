import { useQuery } from "@tanstack/react-query";
import { AssignmentEditor } from "./assignment-editor.tsx";
import { policiesQuery } from "./data.ts";
import { AGREED_MESSAGES as MESSAGES } from "./messages.ts";
import "#web/styles/service-levels.css";

type Props = { scope: string; mayManage: boolean; onSaved?: () => void };

/** The service level of a company in its window; nothing while the desk has none. */
export function CompanyLevel(props: Props) {
  const { data } = useQuery(policiesQuery);
  if (!data || data.length === 0) return null;
  return (
    <fieldset className="field-group">
      <legend>{MESSAGES.title}</legend>
      <AssignmentEditor {...props} />
    </fieldset>
  );
}
