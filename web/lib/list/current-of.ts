/** How an item stands now for which a window was opened; as it was then where it is in the list no more. */
export function currentOf<Item extends { id: string }>(rows: readonly Item[], opened: Item): Item {
  return rows.find(({ id }) => id === opened.id) ?? opened;
}
