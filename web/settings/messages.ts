/** The texts of the settings' frame. */
export const SETTINGS_MESSAGES = {
  title: "Settings",
  sections: "Settings sections",
  account: "Your account",
  organization: "Organization",
  save: "Save Changes",
  saving: "Saving...",
  unsaved: "Unsaved changes",
  leave: "Your changes are not saved.",
  /** The titles of the pages, in the navigation and at the head of each. */
  pages: {
    appearance: "Appearance",
    profile: "Profile",
    security: "Security",
    sessions: "Sessions",
    email: "Change Email Address",
    notifications: "Notifications",
    danger: "Danger Zone",
    brand: "Brand",
    tickets: "Tickets",
    passwords: "Passwords",
    secondFactorRule: "Two-factor rule",
    about: "About",
    mail: "Mail",
    access: "Access",
    audit: "Audit log",
  },
} as const;
