export type CaretPlace = { left: number; top: number; width: number; height: number };

/** What decides where a character of a text area stands. */
const COPIED = [
  "boxSizing",
  "width",
  "paddingTop",
  "paddingRight",
  "paddingBottom",
  "paddingLeft",
  "borderTopWidth",
  "borderRightWidth",
  "borderBottomWidth",
  "borderLeftWidth",
  "fontFamily",
  "fontSize",
  "fontWeight",
  "fontStyle",
  "fontVariationSettings",
  "letterSpacing",
  "lineHeight",
  "tabSize",
  "textTransform",
  "wordSpacing",
] as const;

/** Where a character of a text area stands, in px of the window: measured in a copy of the area that nobody sees. */
export function placeInText(area: HTMLTextAreaElement, index: number): CaretPlace {
  const copy = document.createElement("div");
  const look = getComputedStyle(area);
  for (const name of COPIED) copy.style[name] = look[name];
  Object.assign(copy.style, {
    position: "absolute",
    visibility: "hidden",
    whiteSpace: "pre-wrap",
    overflowWrap: "break-word",
    borderStyle: "solid",
  });
  copy.textContent = area.value.slice(0, index);
  const mark = copy.appendChild(document.createElement("span"));
  mark.textContent = area.value.slice(index, index + 1) || ".";
  document.body.append(copy);
  const { left, top } = area.getBoundingClientRect();
  const place = {
    left: left + mark.offsetLeft + area.clientLeft - area.scrollLeft,
    top: top + mark.offsetTop + area.clientTop - area.scrollTop,
    width: 0,
    height: mark.offsetHeight,
  };
  copy.remove();
  return place;
}
