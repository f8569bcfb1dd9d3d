export type Side = "top" | "right" | "bottom" | "left";
export type Align = "start" | "center";
type Size = { width: number; height: number };
type Box = Size & { left: number; top: number };

/** The distance of a box from the window's edge and from its anchor, in px. */
const EDGE_PX = 8;
const OPPOSITE = { top: "bottom", right: "left", bottom: "top", left: "right" } as const;

/**
 * The place of a box beside its anchor, in px of the window: on the wanted side, on the opposite one where only that
 * has the room, and moved along the anchor until it lies within the window. `room` is the height left for it there.
 */
export function place(
  anchor: Box,
  box: Size,
  screen: Size,
  { side, align, gap }: { side: Side; align: Align; gap: number },
): { left: number; top: number; room: number; side: Side } {
  const free = {
    top: anchor.top - gap - EDGE_PX,
    bottom: screen.height - (anchor.top + anchor.height) - gap - EDGE_PX,
    left: anchor.left - gap - EDGE_PX,
    right: screen.width - (anchor.left + anchor.width) - gap - EDGE_PX,
  };
  const isUpright = side === "top" || side === "bottom";
  const need = isUpright ? box.height : box.width;
  const other = OPPOSITE[side];
  const at = free[side] < need && free[other] > free[side] ? other : side;
  const room = isUpright ? free[at] : screen.height - 2 * EDGE_PX;
  const height = Math.min(box.height, room);
  const along = (from: number, length: number, own: number, end: number) =>
    within(align === "start" ? from : from + (length - own) / 2, EDGE_PX, end - own - EDGE_PX);
  return {
    side: at,
    room,
    left: isUpright
      ? along(anchor.left, anchor.width, box.width, screen.width)
      : at === "right"
        ? anchor.left + anchor.width + gap
        : anchor.left - gap - box.width,
    top: isUpright
      ? at === "bottom"
        ? anchor.top + anchor.height + gap
        : anchor.top - gap - height
      : along(anchor.top, anchor.height, height, screen.height),
  };
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
