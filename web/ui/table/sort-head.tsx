import { ArrowDown, ArrowUp } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";

type Props = {
  /** The direction when this column sorts the table, else null. */
  order: "asc" | "desc" | null;
  onSort: () => void;
  className?: string;
  style?: CSSProperties;
  children: ReactNode;
};

/** A column head that sorts its table. */
export function SortHead({ order, onSort, className, style, children }: Props) {
  return (
    <th
      scope="col"
      className={className}
      style={style}
      aria-sort={order === null ? undefined : order === "asc" ? "ascending" : "descending"}
    >
      <button type="button" className="sort" onClick={onSort}>
        {children}
        {order === "asc" && <ArrowUp className="icon" />}
        {order === "desc" && <ArrowDown className="icon" />}
      </button>
    </th>
  );
}
