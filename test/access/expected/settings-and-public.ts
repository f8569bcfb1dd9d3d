import {
  administratorsAlone,
  type Ask,
  type Expected,
  type Row,
  type Slot,
  type Table,
} from "../expected-status.ts";
import { PASSWORD } from "../../support/app/app-with-people.ts";
import { fresh } from "../unique-word.ts";
import { secondFactor } from "./second-factor.ts";

const plain = (path: string, expected: Expected, ask: () => Omit<Ask, "path"> = () => ({})): Slot => ({
  of: "nothing",
  ask: () => ({ path, ...ask() }),
  expected,
});
const only = (path: string, expected: Expected, ask?: () => Omit<Ask, "path">): Row => ({
  slots: [plain(path, expected, ask)],
});
const open = (path: string, status: number, ask?: () => Omit<Ask, "path">): Row => ({
  open: true,
  slots: [plain(path, { everyone: String(status) }, ask)],
});

/** Imports are the desk's: which one it is makes no difference to who may. */
const NO_IMPORT = "/imports/5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
const unknownToken = () => ({ body: { token: fresh() } });
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const filtered = (path: string, field: string, kind: Slot["kind"]): Slot => ({
  of: field,
  ...(kind ? { kind } : {}),
  ask: ({ id }) => ({ path, query: { [field]: id } }),
  expected: administratorsAlone("200"),
});

/** Endpoints of the desk as a whole, such as settings, and those that are open without a session. */
export const settingsAndPublic: Table = {
  "POST /auth/login": open("/auth/login", 401, () => ({
    body: { email: `${fresh()}@nowhere.test`, password: "not the password" },
  })),
  // Nobody of the cast signs a mail; what the hook answers to a signature stands in its own test.
  "POST /mailboxes/{mailbox_id}/raw": open("/mailboxes/5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f/raw", 415),
  "POST /auth/logout": {
    open: true,
    spendsCaller: true,
    slots: [plain("/auth/logout", { everyone: "204" })],
  },
  "POST /auth/refresh": open("/auth/refresh", 401),
  "GET /auth/me": {
    duringPasswordChange: true,
    duringSecondFactorSetup: true,
    slots: [plain("/auth/me", { everyone: "200" })],
  },
  ...secondFactor,
  "POST /auth/confirm-identity": only(
    "/auth/confirm-identity",
    // The managers of the cast have a second factor, so theirs asks for a code.
    { manager: "422", everyone: "204" },
    () => ({ body: { current_password: PASSWORD } }),
  ),
  "GET /auth/sessions": only("/auth/sessions", { everyone: "200" }),
  "DELETE /auth/sessions/{session_id}": {
    slots: [
      {
        of: "session",
        kind: "session",
        ask: ({ id }) => ({ path: `/auth/sessions/${id}` }),
        expected: { everyone: "204 404 404 404 404 404" },
      },
    ],
  },
  "POST /auth/forgot-password": open("/auth/forgot-password", 204, () => ({
    body: { email: `${fresh()}@nowhere.test` },
  })),
  "POST /auth/reset-password": open("/auth/reset-password", 400, () => ({
    body: { token: fresh(), password: "another long pass phrase" },
  })),
  "POST /auth/invitation": open("/auth/invitation", 400, unknownToken),
  "POST /auth/ask-for-invitation": open("/auth/ask-for-invitation", 204, unknownToken),
  "POST /auth/accept-invite": open("/auth/accept-invite", 400, () => ({
    body: { token: fresh(), fullname: "A Stranger", password: "another long pass phrase" },
  })),
  "POST /auth/undo-email-change": open("/auth/undo-email-change", 400, unknownToken),
  "POST /auth/setup": open("/auth/setup", 409, () => ({
    body: {
      code: "AAAA-AAAA-AAAA",
      email: `${fresh()}@nowhere.test`,
      fullname: "A Stranger",
      password: "another long pass phrase",
    },
  })),
  "GET /config": open("/config", 200),
  "GET /logo": open("/logo", 404),
  "GET /openapi.json": open("/openapi.json", 200),
  "GET /docs": open("/docs", 200),
  "GET /settings": only("/settings", administratorsAlone("200")),
  "GET /settings/retention": only("/settings/retention", administratorsAlone("200"), () => ({
    query: { trash_days: "1", session_days: "1", mail_days: "30", audit_days: "90" },
  })),
  "GET /settings/storage": only("/settings/storage", administratorsAlone("200")),
  "GET /imports": only("/imports", administratorsAlone("200")),
  "POST /imports": only("/imports", administratorsAlone("201"), () => ({ file: true })),
  "GET /imports/{import_id}": only(NO_IMPORT, administratorsAlone("404")),
  "GET /imports/{import_id}/table": only(`${NO_IMPORT}/table`, administratorsAlone("404")),
  "POST /imports/{import_id}/check": only(`${NO_IMPORT}/check`, administratorsAlone("404"), () => ({
    body: { columns: { issue: 0 }, values: [], make_companies: false, make_people: false },
  })),
  "POST /imports/{import_id}/start": only(`${NO_IMPORT}/start`, administratorsAlone("404")),
  "POST /imports/{import_id}/stop": only(`${NO_IMPORT}/stop`, administratorsAlone("404")),
  "POST /imports/{import_id}/undo": only(`${NO_IMPORT}/undo`, administratorsAlone("404")),
  "GET /imports/{import_id}/rejects": only(`${NO_IMPORT}/rejects`, administratorsAlone("404")),
  "DELETE /imports/{import_id}": only(NO_IMPORT, administratorsAlone("404")),
  "PATCH /settings": only("/settings", administratorsAlone("200"), () => ({
    body: { brand_name: `Desk ${fresh()}` },
  })),
  "DELETE /settings/logo": only("/settings/logo", administratorsAlone("200")),
  "PUT /settings/logo": only("/settings/logo", administratorsAlone("200"), () => ({
    body: { data_url: PIXEL },
  })),
  "GET /settings/notifications": only("/settings/notifications", { everyone: "200" }),
  "PATCH /settings/notifications": only("/settings/notifications", { everyone: "200" }, () => ({
    body: { reply: false },
  })),
  "GET /audit": {
    slots: [filtered("/audit", "actor_id", "user"), filtered("/audit", "entity_id", "ticket")],
  },
  "GET /audit/export": {
    slots: [filtered("/audit/export", "actor_id", "user"), filtered("/audit/export", "entity_id", "ticket")],
  },
  "GET /mail": only("/mail", administratorsAlone("200")),
  "GET /mail/captured": only("/mail/captured", administratorsAlone("200")),
  "POST /mail/test": only("/mail/test", administratorsAlone("201")),
  "POST /mail/{mail_id}/retry": {
    slots: [
      {
        of: "mail",
        kind: "mail",
        relations: ["own", "deleted", "nonexistent", "wrong type"],
        ask: ({ id }) => ({ path: `/mail/${id}/retry` }),
        expected: administratorsAlone("200 200 200 409 404 404"),
      },
    ],
  },
  "GET /first-steps": only("/first-steps", administratorsAlone("200")),
  "PATCH /first-steps": only("/first-steps", administratorsAlone("200"), () => ({
    body: { is_dismissed: false },
  })),
  "GET /samples": only("/samples", administratorsAlone("200")),
  "GET /samples/removal": only("/samples/removal", administratorsAlone("409")),
  "POST /samples/removal": only("/samples/removal", administratorsAlone("409")),
  "GET /dashboard/teams": only("/dashboard/teams", {
    administrator: "200",
    manager: "200",
    team_lead: "200",
    everyone: "403",
  }),
  "GET /dashboard/metrics": only("/dashboard/metrics", { staff: "200", everyone: "403" }),
};
