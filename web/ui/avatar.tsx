import { User } from "lucide-react";
import type { CSSProperties } from "react";
import { cx } from "./class-names.ts";

type Size = "small" | "large" | "extra-large";

/** Initials on a hue of the name's own: round for a person, square for a company. The name stands beside it. */
export function Avatar({ name, size, square }: { name: string; size?: Size; square?: boolean }) {
  return (
    <span className={cx("avatar", size, square && "square")} style={hueStyle(name)} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** The dashed disc of nobody. */
export function NobodyAvatar({ size }: { size?: Size }) {
  return (
    <span className={cx("avatar nobody", size)} aria-hidden="true">
      <User className="icon" />
    </span>
  );
}

/** Avatar and name in one line; without a name the dashed disc with `empty`, such as "Unassigned". */
export function Person({
  name,
  empty,
  size = "small",
}: {
  name: string | null | undefined;
  empty: string;
  size?: Size;
}) {
  return (
    <span className={cx("person", !name && "unassigned")}>
      {name ? <Avatar name={name} size={size} /> : <NobodyAvatar size={size} />}
      <span className="truncate" title={name ?? undefined}>
        {name ?? empty}
      </span>
    </span>
  );
}

/** First letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [words[0], last]
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .join("")
    .toLocaleUpperCase("en");
}

const HUES = [22, 60, 98, 140, 172, 210, 245, 285, 318, 350];

function hueStyle(name: string): CSSProperties {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 100_003;
  const style: CSSProperties & { "--hue": number } = { "--hue": HUES[sum % HUES.length] ?? 172 };
  return style;
}
