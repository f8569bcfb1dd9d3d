/** Joins class names and leaves out what is absent: `cx("button", primary && "primary")`. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
