import { z } from "zod";
import { Id, nameText, oneOf, Time } from "../field-schemas.ts";
import { LIMITS } from "../limits.ts";
import { CHECKLIST_REFUSALS } from "../refusals/checklists.ts";
import { MACRO_REFUSALS } from "../refusals/macros.ts";
import { messagesOf } from "../refusals/schema-message.ts";
import { TAG_REFUSALS } from "../refusals/tags.ts";
import { isClosed } from "../statuses.ts";
import { TagName } from "../tags.ts";
import { Priority, Status } from "../tickets/ticket-schemas.ts";

const message = messagesOf({ ...CHECKLIST_REFUSALS, ...MACRO_REFUSALS, ...TAG_REFUSALS });

/** What a macro sets, in the order in which it is said. */
export const EFFECT_FIELDS = [
  "status",
  "priority",
  "assignee",
  "team",
  "follow_up",
  "add_tags",
  "remove_tags",
  "checklist",
] as const;
export type EffectField = (typeof EFFECT_FIELDS)[number];

const Tags = z
  .array(TagName)
  .min(1)
  .max(LIMITS.tagsPerTicket, message("tag.too_many_on_ticket", { max: LIMITS.tagsPerTicket }))
  .transform((names) => [...new Set(names)]);

/** A date that is counted from the day on which it is set. */
export const FollowUpIn = z.strictObject({
  in_days: z.int().min(1).max(LIMITS.followUpWorkingDays).meta({
    description: "Working days, Monday to Friday, in the organization's time zone",
  }),
  at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, message("macro.time_invalid"))
    .meta({ description: "Time of day there", example: "09:00" }),
  hold: z.boolean().default(true),
  firm: z.boolean().default(false),
});
export type FollowUpIn = z.output<typeof FollowUpIn>;

const fields = {
  status: Status.optional(),
  priority: Priority.optional(),
  assignee: z
    .union([z.enum(["me", "none"]), Id])
    .optional()
    .meta({
      description: "`me` is whoever applies it, `none` takes the ticket from everybody",
    }),
  team: z.union([z.literal("none"), Id]).optional(),
  follow_up: z.union([z.literal("clear"), FollowUpIn]).optional(),
  add_tags: Tags.optional(),
  remove_tags: Tags.optional(),
  checklist: z
    .array(nameText("checklist_item", LIMITS.checklistItem, message("checklist.text_required")))
    .min(1)
    .max(LIMITS.checklistItems, message("checklist.full", { max: LIMITS.checklistItems }))
    .optional()
    .meta({ description: "Items that are added; one that the ticket has already is not added again" }),
} satisfies Record<EffectField, z.ZodType>;

/** What is set on a ticket: by a saved reply, beside an answer, or by itself. Absent fields stay. */
export const Effects = z
  .strictObject(fields)
  .refine(
    ({ status, follow_up }) => !(status !== undefined && isClosed(status) && typeof follow_up === "object"),
    message("macro.closed_with_follow_up"),
  )
  .meta({ id: "Effects" });
export type Effects = z.output<typeof Effects>;
export type EffectsInput = z.input<typeof Effects>;

/** As a saved reply keeps them: checked when they were saved. */
export const KeptEffects = z.object({
  ...fields,
  add_tags: z.array(z.string()).optional(),
  remove_tags: z.array(z.string()).optional(),
  checklist: z.array(z.string()).optional(),
});

/** Whether anything is set. */
export function hasEffects(effects: Partial<Record<EffectField, unknown>> | undefined): boolean {
  return effects !== undefined && EFFECT_FIELDS.some((field) => effects[field] !== undefined);
}

/** What no longer fits, by which a macro is refused until it is taken off. */
export const StaleEffect = z
  .object({
    field: oneOf("field", [...EFFECT_FIELDS, "reply"]).meta({
      description: "`reply`: the saved reply itself was deleted",
    }),
    name: z.string().meta({ description: "The person, team, tag or saved reply that is gone" }),
    words: z.string().meta({ example: "Sunita Rao can no longer be assigned" }),
  })
  .meta({ id: "StaleEffect" });
export type StaleEffect = z.output<typeof StaleEffect>;

/** One effect as it would be on a ticket. */
export const EffectOnTicket = z
  .object({
    field: oneOf("field", EFFECT_FIELDS),
    name: z.string().nullable().meta({
      description: "Of the person or team; null for other fields, `none` and `clear`",
    }),
    at: Time.nullable().meta({ description: "The moment of a follow-up" }),
    label: z.string().meta({ example: "Assignee: Sunita Rao" }),
    changes: z.boolean().meta({ description: "False where the ticket is so already" }),
    stale: StaleEffect.optional(),
  })
  .meta({ id: "EffectOnTicket" });
