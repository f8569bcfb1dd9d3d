import { Plus, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { Button } from "../button.tsx";
import { Skeleton } from "../skeleton.tsx";
import { Field } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";
import { Input } from "./input.tsx";

type Props<Item> = {
  legend: string;
  hint: string;
  /** Undefined while they are fetched. */
  items: readonly Item[] | undefined;
  textOf: (item: Item) => string;
  /** Signs beside the text, and a control below it. */
  renderSigns?: (item: Item) => ReactNode;
  renderBelow?: (item: Item) => ReactNode;
  /** The label of the field for a further one. */
  label: string;
  placeholder: string;
  add: string;
  removeLabel: (text: string) => string;
  failed: string;
  onAdd: (text: string) => Promise<unknown>;
  onRemove: (item: Item) => Promise<unknown>;
};

/** Short texts of which each is saved at once: added by a field below them, removed by a cross. */
export function TextList<Item>({
  legend,
  hint,
  items,
  textOf,
  renderSigns,
  renderBelow,
  ...props
}: Props<Item>) {
  const { label, placeholder, add, removeLabel, failed, onAdd, onRemove } = props;
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const run = async (what: string, work: () => Promise<unknown>, done: () => void) => {
    setBusy(what);
    setError(null);
    try {
      await work();
      done();
    } catch (problem) {
      setError(failureMessage(problem, failed));
    } finally {
      setBusy(null);
    }
  };
  const addText = () => {
    if (text.trim() !== "")
      void run(
        "",
        () => onAdd(text),
        () => setText(""),
      );
  };
  // The field stands in the form of a dialog, which has a button of its own.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    addText();
  };
  return (
    <fieldset className="field-group text-list">
      <legend>{legend}</legend>
      <p className="hint">{hint}</p>
      {items === undefined && <Skeleton width="60%" height="1.25rem" />}
      {items && items.length > 0 && (
        <ul>
          {items.map((item) => (
            <li key={textOf(item)}>
              <span className="grow">
                <span className="flex-row">
                  <span className="truncate" title={textOf(item)}>
                    {textOf(item)}
                  </span>
                  {renderSigns?.(item)}
                </span>
                {renderBelow?.(item)}
              </span>
              <IconButton
                label={removeLabel(textOf(item))}
                busy={busy === textOf(item)}
                onClick={() =>
                  void run(
                    textOf(item),
                    () => onRemove(item),
                    () => undefined,
                  )
                }
              >
                <X className="icon" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Field label={label} error={error}>
        <div className="text-list-add">
          <Input
            autoComplete="off"
            placeholder={placeholder}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <Button
            icon={<Plus className="icon" />}
            busy={busy === ""}
            disabled={text.trim() === ""}
            onClick={addText}
          >
            {add}
          </Button>
        </div>
      </Field>
    </fieldset>
  );
}
