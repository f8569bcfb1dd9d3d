import { PASSWORD } from "../../support/app/app-with-people.ts";
import type { Expected, Slot, Table } from "../expected-status.ts";

const own = (path: string, expected: Expected, body?: unknown): Slot => ({
  of: "nothing",
  ask: () => ({ path: `/auth/second-factor${path}`, body }),
  expected,
});
const withPassword = { current_password: PASSWORD };

/** Managers are required to have a second factor; all but one of the cast do, and nobody else does (decision 12). */
export const secondFactor: Table = {
  "GET /auth/second-factor": { duringSecondFactorSetup: true, slots: [own("", { everyone: "200" })] },
  "POST /auth/second-factor/setup": {
    duringSecondFactorSetup: true,
    spendsCaller: true,
    slots: [own("/setup", { everyone: "200" }, withPassword)],
  },
  "POST /auth/second-factor/confirm": {
    duringSecondFactorSetup: true,
    spendsCaller: true,
    slots: [own("/confirm", { everyone: "409" }, { code: "000000" })],
  },
  "POST /auth/second-factor/recovery-codes": {
    spendsCaller: true,
    slots: [own("/recovery-codes", { manager: "200", everyone: "409" }, withPassword)],
  },
  "POST /auth/second-factor/turn-off": {
    spendsCaller: true,
    slots: [own("/turn-off", { everyone: "409" }, withPassword)],
  },
  "POST /users/{user_id}/reset-second-factor": {
    slots: [
      {
        of: "user",
        kind: "user",
        ask: ({ id }) => ({ path: `/users/${id}/reset-second-factor` }),
        expected: { administrator: "400 204 204 409 404 404", everyone: "403" },
      },
      {
        of: "one of the staff",
        kind: "staff",
        relations: ["other company"],
        ask: ({ id }) => ({ path: `/users/${id}/reset-second-factor` }),
        expected: { administrator: "204", everyone: "403" },
      },
    ],
  },
};
