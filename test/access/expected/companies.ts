import { administratorsAlone, type Expected, type Slot, type Table } from "../expected-status.ts";
import { mailDomain } from "../make-mail-objects.ts";
import { fresh } from "../unique-word.ts";

export const companies: Table = {
  "GET /companies": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/companies" }),
        expected: { staff: "200", everyone: "403" },
      },
      {
        of: "the deleted",
        ask: () => ({ path: "/companies", query: { deleted: "true" } }),
        expected: administratorsAlone("200"),
      },
    ],
  },
  "GET /companies/export": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/companies/export" }),
        expected: { staff: "200", everyone: "403" },
      },
      {
        of: "the deleted",
        ask: () => ({ path: "/companies/export", query: { deleted: "true" } }),
        expected: administratorsAlone("200"),
      },
    ],
  },
  "GET /companies/{company_id}": {
    slots: [
      onCompany("", {
        administrator: "200 200 200 200 404 404",
        staff: "200 200 200 404 404 404",
        no_role: "403",
        everyone: "200 200 404 404 404 404",
      }),
    ],
  },
  "POST /companies": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/companies", body: { name: `Founded ${fresh()}` } }),
        expected: administratorsAlone("201"),
      },
    ],
  },
  "PATCH /companies/{company_id}": {
    slots: [
      onCompany(
        "",
        {
          administrator: "200 200 200 409 404 404",
          client_admin: "200 200 404 404 404 404",
          inactive_client_admin: "403 403 404 404 404 404",
          everyone: "403",
        },
        { description: "Changed by the matrix" },
      ),
      onCompany(
        "",
        {
          administrator: "200 200 200 409 404 404",
          client_admin: "403 403 404 404 404 404",
          everyone: "403",
        },
        { sharing: "company" },
        "sharing, which is the provider's to set",
      ),
      onCompany(
        "",
        {
          administrator: "200 200 200 409 404 404",
          client_admin: "403 403 404 404 404 404",
          everyone: "403",
        },
        { urgent_allowed: false },
        "sharing, which is the provider's to set",
      ),
    ],
  },
  "GET /companies/{company_id}/domains": {
    slots: [onCompany("/domains", administratorsAlone("200 200 200 200 404 404"))],
  },
  "POST /companies/{company_id}/domains": {
    slots: [
      {
        of: "company",
        kind: "company",
        ask: ({ id }) => ({ path: `/companies/${id}/domains`, body: { domain: `${fresh()}.test` } }),
        // The administrator's own company is the provider's.
        expected: administratorsAlone("409 409 201 409 404 404"),
      },
    ],
  },
  "PATCH /companies/{company_id}/domains/{domain}": {
    slots: [onDomain("200 200 200 409 404 404", { auto_contact: true })],
  },
  "DELETE /companies/{company_id}/domains/{domain}": {
    slots: [
      {
        ...onDomain("204 204 204 409 404 404"),
        // The own company again, whose domain is gone by then.
        relations: ["own", "other company", "deleted", "nonexistent", "wrong type"],
      },
    ],
  },
  "DELETE /companies/{company_id}": {
    slots: [onCompany("", administratorsAlone("409 409 204 204 404 404"))],
  },
  "POST /companies/{company_id}/restore": {
    slots: [onCompany("/restore", administratorsAlone("200 200 200 200 404 404"))],
  },
};

function onDomain(words: string, body?: unknown): Slot {
  return {
    of: "mail domain",
    kind: "domain",
    ask: ({ id }) => ({ path: `/companies/${id}/domains/${mailDomain(id)}`, body }),
    expected: administratorsAlone(words),
  };
}

function onCompany(suffix: string, expected: Expected, body?: unknown, of = "company"): Slot {
  return { of, kind: "company", ask: ({ id }) => ({ path: `/companies/${id}${suffix}`, body }), expected };
}
