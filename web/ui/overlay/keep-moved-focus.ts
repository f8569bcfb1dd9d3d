/**
 * For `onCloseAutoFocus`: leaves the focus where it went while the layer closed. The layer gives the focus back to its button
 * only after its fading and a turn of the browser; a key pressed in between has put it elsewhere, such as into the comment box.
 */
export function keepMovedFocus(event: Event): void {
  const focused = document.activeElement;
  if (focused && focused !== document.body) event.preventDefault();
}
