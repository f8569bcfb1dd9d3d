type Client = { company_id: string | null; company_name: string | null };

/** The company that a client brings along to the ticket, or null where there is none. */
export function companyOf({ company_id, company_name }: Client) {
  return company_id && company_name ? { id: company_id, name: company_name } : null;
}
