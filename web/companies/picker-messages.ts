/** The texts of the company picker (free to reword). */
export const COMPANY_PICKER_MESSAGES = {
  companies: "Companies",
  findCompany: "Find a company",
  none: "None",
} as const;
