/** What the box says of what saved replies have brought to its words. */
export const BROUGHT_MESSAGES = {
  also: "Also:",
  remove: (what: string) => `Do not: ${what}`,
  fillIn: (labels: string) => `Fill in the marked places first: ${labels}`,
  takeOff: (what: string) => `Take off what no longer fits: ${what}`,
  nextPlace: "next place",
  place: (label: string, at: number, of: number) => `${label}, marked place ${at} of ${of}`,
} as const;
