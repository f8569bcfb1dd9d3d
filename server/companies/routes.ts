import { companies } from "#contract/companies.ts";
import { serve, type Floor } from "../lib/serve.ts";
import { getCompany, listCompanies } from "./read.ts";
import { changeCompany, createCompany, deleteCompany, restoreCompany } from "./write.ts";

export function companyRoutes(floor: Floor): void {
  serve(floor, companies.list, (ctx, { query }) => listCompanies(ctx, query));
  serve(floor, companies.get, (ctx, { params }) => getCompany(ctx, params.company_id));
  serve(floor, companies.create, (ctx, { body }) => createCompany(ctx, body));
  serve(floor, companies.change, (ctx, { params, body }) => changeCompany(ctx, params.company_id, body));
  serve(floor, companies.delete, (ctx, { params }) => deleteCompany(ctx, params.company_id));
  serve(floor, companies.restore, (ctx, { params }) => restoreCompany(ctx, params.company_id));
}
