/** Refusals about the organization's settings and its sample data. */
export const SETTINGS_REFUSALS = {
  "settings.brand_short_name_required": "Short name is required",
  "settings.ticket_prefix_invalid":
    "The ticket prefix is capital letters and digits with a dash, such as WP-",
  "settings.password_minimum_not_whole": "The shortest password must be a whole number",
  "settings.password_minimum_too_small": "The shortest password cannot be below 8 characters",
  "settings.password_minimum_too_large": "The shortest password can be at most 64 characters",
  "settings.undo_send_unknown": "Answers wait for 0, 5, 10 or 20 seconds",
  "settings.time_zone_unknown": "Choose a time zone such as Europe/Oslo",
  "settings.limit_out_of_bounds": ({ min, max }: { min: number; max: number }) =>
    `Choose a whole number from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}`,
  "settings.file_type_invalid": "A file type is letters and digits, such as exe",
  "settings.file_types_too_many": ({ max }: { max: number }) => `Name at most ${max} file types`,
  "settings.sender_invalid": "Write whole addresses, such as alerts@monitor.example",
  "settings.senders_too_many": ({ max }: { max: number }) => `Name at most ${max} addresses`,
  "settings.own_second_factor_first":
    "Set up two-factor sign-in for yourself before a role of yours requires it",
  "settings.logo_not_found": "There is no logo",
  "settings.logo_too_large": "The logo can be at most 300 kB",
  "settings.logo_not_picture": "The logo must be a PNG, JPEG or WebP picture",
  "settings.no_samples": "There is no sample data here",
} as const;
