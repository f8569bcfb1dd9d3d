/** Refusals about saved views. */
export const VIEW_REFUSALS = {
  "view.not_found": "View not found",
  "view.name_required": "Name the view",
  "view.own_alone": "Only whose view it is can keep it for themselves",
  "view.too_many_own": ({ max }: { max: number }) => `At most ${max} views of your own can be kept`,
  "view.too_many_shared": ({ max }: { max: number }) => `At most ${max} shared views can be kept`,
  "view.too_many_pinned": ({ max }: { max: number }) => `At most ${max} views can be pinned`,
  "view.too_many_counted": ({ max }: { max: number }) => `At most ${max} views can be counted at once`,
} as const;
