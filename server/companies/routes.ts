import { companies } from "#contract/companies.ts";
import { sendCsv } from "#server/lib/http/csv-download.ts";
import { serve, serveObject, serveRaw, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { addDomain, changeDomain, listDomains, removeDomain } from "./domains.ts";
import { exportCompanies } from "./export.ts";
import { getCompany, listCompanies } from "./read.ts";
import { changeCompany, createCompany, deleteCompany, restoreCompany } from "./write.ts";

export function companyRoutes(router: RouteContext): void {
  serve(router, companies.list, (ctx, { query }) => listCompanies(ctx, query));
  serveRaw(router, companies.export, async (ctx, { query }, exchange) =>
    sendCsv(exchange, { name: "companies", ctx, records: await exportCompanies(ctx, query) }),
  );
  serveObject(router, companies.get, (ctx, { params }) => getCompany(ctx, params.company_id));
  serve(router, companies.create, (ctx, { body }) => createCompany(ctx, body));
  serve(router, companies.change, (ctx, { params, body }) => changeCompany(ctx, params.company_id, body));
  serve(router, companies.delete, (ctx, { params }) => deleteCompany(ctx, params.company_id));
  serve(router, companies.domains, (ctx, { params }) => listDomains(ctx, params.company_id));
  serve(router, companies.addDomain, (ctx, { params, body }) =>
    addDomain(ctx, params.company_id, body.domain),
  );
  serve(router, companies.changeDomain, (ctx, { params, body }) =>
    changeDomain(ctx, params, body.auto_contact),
  );
  serve(router, companies.removeDomain, (ctx, { params }) => removeDomain(ctx, params));
  serve(router, companies.restore, (ctx, { params }) => restoreCompany(ctx, params.company_id));
}
