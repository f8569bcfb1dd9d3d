import { companies } from "#contract/companies.ts";
import { serve, serveObject, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { getCompany, listCompanies } from "./read.ts";
import { changeCompany, createCompany, deleteCompany, restoreCompany } from "./write.ts";

export function companyRoutes(router: RouteContext): void {
  serve(router, companies.list, (ctx, { query }) => listCompanies(ctx, query));
  serveObject(router, companies.get, (ctx, { params }) => getCompany(ctx, params.company_id));
  serve(router, companies.create, (ctx, { body }) => createCompany(ctx, body));
  serve(router, companies.change, (ctx, { params, body }) => changeCompany(ctx, params.company_id, body));
  serve(router, companies.delete, (ctx, { params }) => deleteCompany(ctx, params.company_id));
  serve(router, companies.restore, (ctx, { params }) => restoreCompany(ctx, params.company_id));
}
