import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { LIMITS } from "#contract/limits.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { cx } from "#web/ui/class-names.ts";
import { initials } from "#web/ui/avatar.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { rememberPlace } from "#web/ui/kept-focus.ts";
import { Input } from "#web/ui/form/input.tsx";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";
import { CHECKLIST_CARD_MESSAGES as MESSAGES } from "./card-messages.ts";
import type { ChecklistItem } from "./data.ts";

type Props = {
  item: ChecklistItem;
  mayChange: boolean;
  /** A colleague has deleted it while it is rewritten here. */
  isGone: boolean;
  isFirst: boolean;
  isLast: boolean;
  isDragged: boolean;
  onTick: (isDone: boolean) => void;
  onRewrite: () => void;
  onRename: (text: string) => Promise<unknown>;
  /** Its new words are saved, or given up. */
  onRewritten: () => void;
  /** By one place: up is negative. */
  onMove: (step: number) => void;
  onDelete: () => void;
  /** The id of the item that is held, null when it is let go. */
  onDrag: (id: string | null) => void;
  onDrop: () => void;
};

/** One item: a box, its words, who ticked it, and what can be done with it. */
export function ChecklistRow(props: Props) {
  const { item, isGone, isDragged } = props;
  const mayChange = props.mayChange && !isGone;
  const [isEditing, setEditing] = useState(false);
  // What could not be saved stands in the line again, which leaves the focus where it is by now.
  const [unsaved, setUnsaved] = useState<string | null>(null);
  // After an edit by keys the focus is where it began.
  const [wasEdited, setEdited] = useState(false);
  function edit() {
    props.onRewrite();
    setEditing(true);
  }
  function endEdit(text: string | null, isLeft: boolean) {
    setEditing(false);
    setEdited(!isLeft);
    setUnsaved(null);
    if (text === null) return props.onRewritten();
    props.onRename(text).then(props.onRewritten, () => {
      setEditing(true);
      setUnsaved(text);
    });
  }
  const isDone = item.done_at !== null;
  return (
    // What it hears comes from the box and the buttons in it; dragging has Alt with the arrows beside it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={cx(isDone && "is-done", isDragged && "is-dragged")}
      draggable={mayChange && !isEditing}
      onDragStart={() => props.onDrag(item.id)}
      onDragEnd={() => props.onDrag(null)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={props.onDrop}
      onKeyDown={(event) => moveByKey(event, props)}
    >
      <Checkbox
        aria-label={item.text}
        checked={isDone}
        disabled={!mayChange}
        onChange={(event) => props.onTick(event.target.checked)}
      />
      {isEditing ? (
        <EditText text={item.text} unsaved={unsaved} isGone={isGone} onEnd={endEdit} />
      ) : mayChange ? (
        <button
          type="button"
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={wasEdited}
          className="checklist-text"
          aria-label={MESSAGES.edit(item.text)}
          onClick={edit}
        >
          {item.text}
        </button>
      ) : (
        <span className="checklist-text">{item.text}</span>
      )}
      {item.done_at !== null && item.done_by_fullname && (
        <span
          className="subtle text-tiny"
          title={MESSAGES.doneBy(item.done_by_fullname, dateAndTime(item.done_at))}
        >
          {initials(item.done_by_fullname)}
        </span>
      )}
      {mayChange && !isEditing && <Actions {...props} onEdit={edit} />}
    </li>
  );
}

function moveByKey(event: KeyboardEvent, { mayChange, onMove }: Props): void {
  const step = event.altKey ? STEPS[event.key] : undefined;
  if (step === undefined || !mayChange) return;
  event.preventDefault();
  onMove(step);
}

const STEPS: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

function Actions({ item, isFirst, isLast, onMove, onDelete, onEdit }: Props & { onEdit: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const isGoing = useRef(false);
  // The menu takes the focus along with its row: the next one gets it.
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (isGoing.current) queueMicrotask(rememberPlace(current));
    };
  }, []);
  return (
    <Menu
      trigger={
        <button
          ref={button}
          type="button"
          className="icon-button"
          aria-label={MESSAGES.actionsFor(item.text)}
        >
          <Ellipsis className="icon small" />
        </button>
      }
    >
      <MenuItem icon={<Pencil className="icon" />} onSelect={onEdit}>
        {MESSAGES.rename}
      </MenuItem>
      <MenuItem icon={<ArrowUp className="icon" />} disabled={isFirst} onSelect={() => onMove(-1)}>
        {MESSAGES.moveUp}
      </MenuItem>
      <MenuItem icon={<ArrowDown className="icon" />} disabled={isLast} onSelect={() => onMove(1)}>
        {MESSAGES.moveDown}
      </MenuItem>
      <MenuItem
        icon={<Trash2 className="icon" />}
        danger
        onSelect={() => {
          isGoing.current = true;
          onDelete();
        }}
      >
        {MESSAGES.delete}
      </MenuItem>
    </Menu>
  );
}

type EditProps = {
  text: string;
  unsaved: string | null;
  isGone: boolean;
  /** `text`: the new words, null where there are none; `isLeft`: by leaving the line. */
  onEnd: (text: string | null, isLeft: boolean) => void;
};

/** Enter and leaving save, Escape does not; a line without words stays as it was. */
function EditText({ text, unsaved, isGone, onEnd }: EditProps) {
  const [typed, setTyped] = useState(unsaved ?? text);
  function save(isLeft: boolean) {
    const trimmed = typed.trim();
    onEnd(trimmed === "" || trimmed === text ? null : trimmed, isLeft);
  }
  return (
    <div className="grow">
      <Input
        // It takes the place of the words that were pressed.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={unsaved === null}
        className="checklist-input"
        aria-label={MESSAGES.text}
        maxLength={LIMITS.checklistItem}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) {
            // The button that gets the focus must not be pressed by the same key.
            event.preventDefault();
            save(false);
          }
          if (event.key === "Escape") onEnd(null, false);
        }}
        onBlur={() => save(true)}
      />
      {isGone && (
        <p className="subtle text-tiny" role="status">
          {MESSAGES.isGone}
        </p>
      )}
    </div>
  );
}
