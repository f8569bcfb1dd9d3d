import { cx } from "./class-names.ts";
import { UI_MESSAGES } from "./messages.ts";

/** A turning ring that shows itself only after 200 ms, so that quick answers never flicker. */
export function Spinner({ size }: { size?: "large" }) {
  return <span className={cx("spinner late", size)} aria-hidden="true" />;
}

/** The spinner of a whole page or card, with words for screen readers; `visible` prints them as well. */
export function LoadingBlock({
  label = UI_MESSAGES.loading,
  visible = false,
}: {
  label?: string;
  visible?: boolean;
}) {
  return (
    <div className="loading-block" role="status">
      <Spinner size="large" />
      <p className={visible ? "muted late" : "visually-hidden"}>{label}</p>
    </div>
  );
}
