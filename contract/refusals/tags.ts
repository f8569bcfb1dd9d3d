/** Refusals about tags. */
export const TAG_REFUSALS = {
  "tag.not_found": "Tag not found",
  "tag.required": "Name the tag",
  "tag.invalid": "A tag is made of letters, digits and dashes",
  "tag.too_long": ({ max }: { max: number }) => `A tag has at most ${max} characters`,
  "tag.reserved": "“none” stands for tickets without a tag: choose another name",
  "tag.name_taken": "A tag with this name already exists",
  "tag.too_many": ({ max }: { max: number }) => `At most ${max.toLocaleString("en")} tags can be kept`,
  "tag.too_many_on_ticket": ({ max }: { max: number }) => `A ticket can have at most ${max} tags`,
  "tag.no_change": "Choose a tag to add or to remove",
  "tag.merge_into_itself": "A tag cannot be merged into itself",
  "tag.merge_target_unknown": "The tag to merge into does not exist",
  "tag.changed_since": "Someone changed this tag meanwhile",
} as const;
