/** The texts of the company picker (SPEC 8; the rest is free to reword). */
export const COMPANY_PICKER_WORDS = {
  companies: "Companies",
  findCompany: "Find a company",
  none: "None",
  failedToFetch: "Failed to fetch companies",
} as const;
