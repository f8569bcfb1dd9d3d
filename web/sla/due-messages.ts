/** The texts of due times in lists, and of what asks for them. */
export const DUE_MESSAGES = {
  over: (time: string) => `${time} over`,
  filter: "Service level",
  all: "Any due time",
  chips: "Due times",
  pauses: "Pauses the resolution clock",
} as const;
