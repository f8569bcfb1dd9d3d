import { auth } from "#contract/auth.ts";
import { secondFactor } from "#contract/auth/second-factor.ts";
import { users } from "#contract/users.ts";
import { jobs } from "#contract/jobs.ts";
import {
  ACCOUNTS,
  serve,
  serveObject,
  servePrepared,
  serveRaw,
  type RouteContext,
} from "#server/lib/http/serve-endpoint.ts";
import { sendCsv } from "#server/lib/http/csv-download.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { addAddress, listAddresses, removeAddress } from "./addresses.ts";
import { changeEmail, prepareEmail, undoEmailChange } from "./account/change-email.ts";
import {
  acceptInvite,
  allowResend,
  askForInvitation,
  inviteAgain,
  inviteUser,
  prepareAcceptance,
  prepareInvitation,
  previewLink,
  sendInvite,
} from "./invite/invite.ts";
import {
  changePassword,
  forgotPassword,
  mailPasswordReset,
  preparePassword,
  requireOwnPassword,
} from "./account/change-password.ts";
import { exportUsers } from "./export.ts";
import { confirmIdentity } from "./account/confirm-identity.ts";
import { getMailReach, tryMailAgain } from "./mail-reach.ts";
import { getUser, listUsers } from "./read.ts";
import {
  confirmSetup,
  getSecondFactor,
  prepareCodes,
  prepareConfirmation,
  prepareTurningOff,
  replaceCodes,
  resetSecondFactor,
  startSetup,
  turnOffFactor,
} from "./account/second-factor.ts";
import { prepareSetup, createFirstAdministrator } from "./create/first-setup.ts";
import {
  changeUser,
  closeAccount,
  createUser,
  deleteUser,
  prepareChange,
  prepareNewUser,
  restoreUser,
} from "./write.ts";

export function userRoutes(router: RouteContext): void {
  serve(router, users.list, (ctx, { query }) => listUsers(ctx, query));
  serveRaw(router, users.export, async (ctx, { query }, exchange) => {
    const name = query.user_type === "external" ? "clients" : "users";
    await sendCsv(exchange, { name, ctx, records: await exportUsers(ctx, query) });
  });
  serveObject(router, users.get, (ctx, { params }) => getUser(ctx, params.user_id));
  servePrepared(
    router,
    users.create,
    (ctx, { body }) => prepareNewUser(ctx, body),
    (ctx, { body }, secret) => createUser(ctx, body, secret),
    ACCOUNTS,
  );
  servePrepared(
    router,
    users.invite,
    (ctx, { body }) => prepareInvitation(ctx, body),
    (ctx, { body }) => inviteUser(ctx, body),
    ACCOUNTS,
  );
  servePrepared(
    router,
    users.sendInvite,
    (ctx, { params, query }) => allowResend(ctx, params.user_id, query.expires_in_hours),
    (ctx, { params }, resend) => sendInvite(ctx, params.user_id, resend),
    ACCOUNTS,
  );
  servePrepared(
    router,
    users.change,
    (ctx, { params, body }) => prepareChange(ctx, params.user_id, body),
    (ctx, { params, body }, isTold) => changeUser(ctx, params.user_id, body, isTold),
    ACCOUNTS,
  );
  serve(router, users.delete, (ctx, { params }) => deleteUser(ctx, params.user_id), ACCOUNTS);
  serve(router, users.closeAccount, (ctx) => closeAccount(ctx), ACCOUNTS);
  serve(router, users.restore, (ctx, { params }) => restoreUser(ctx, params.user_id), ACCOUNTS);
  serve(router, users.mailReach, (ctx, { params }) => getMailReach(ctx, params.user_id), ACCOUNTS);
  serve(router, users.tryMailAgain, (ctx, { params }) => tryMailAgain(ctx, params.user_id), ACCOUNTS);
  servePrepared(
    router,
    users.changePassword,
    (ctx, { params, body }) => preparePassword(ctx, params.user_id, body),
    (ctx, _input, prepared) => changePassword(ctx, prepared),
    ACCOUNTS,
  );
  servePrepared(
    router,
    users.changeEmail,
    (ctx, { params, body }) => prepareEmail(ctx, params.user_id, body),
    (ctx, { body }, prepared) => changeEmail(ctx, body.new_email, prepared),
    ACCOUNTS,
  );
  serve(router, users.addresses, (ctx, { params }) => listAddresses(ctx, params.user_id));
  serve(router, users.addAddress, (ctx, { params, body }) => addAddress(ctx, params.user_id, body.address));
  serve(router, users.removeAddress, (ctx, { params }) => removeAddress(ctx, params.user_id, params.address));
  linkRoutes(router);
  secondFactorRoutes(router);
}

/** Routes of people who are not signed in, but hold a link or a code. */
function linkRoutes(router: RouteContext): void {
  serve(router, auth.invitation, (ctx, { body }) => previewLink(ctx, body.token));
  serve(router, auth.askForInvitation, (ctx, { body }) => askForInvitation(ctx, body.token));
  servePrepared(
    router,
    auth.acceptInvite,
    (ctx, { body }) => prepareAcceptance(ctx, body),
    (ctx, { body }, secret) => acceptInvite(ctx, body, secret),
  );
  serve(router, auth.undoEmailChange, (ctx, { body }) => undoEmailChange(ctx, body.token));
  servePrepared(
    router,
    auth.setup,
    (ctx, { body }) => prepareSetup(ctx, body),
    (ctx, { body }, secret) => createFirstAdministrator(ctx, body, secret),
  );
  serve(router, auth.forgotPassword, (ctx, { body }) => forgotPassword(ctx, body.email));
  handleJob(router, jobs.mailPasswordReset, mailPasswordReset);
  handleJob(router, jobs.inviteAgain, inviteAgain);
}

/** Routes of the own second factor, and of resetting another person's. */
function secondFactorRoutes(router: RouteContext): void {
  serve(router, auth.confirmIdentity, (ctx, { body }) => confirmIdentity(ctx, body), {
    withoutTransaction: "a failed attempt must stay counted, and hashing must not hold a connection",
  });
  serve(router, secondFactor.get, (ctx) => getSecondFactor(ctx), ACCOUNTS);
  servePrepared(
    router,
    secondFactor.start,
    (ctx, { body }) => requireOwnPassword(ctx, ctx.actor.id, body.current_password),
    (ctx) => startSetup(ctx),
    ACCOUNTS,
  );
  servePrepared(
    router,
    secondFactor.confirm,
    (ctx, { body }) => prepareConfirmation(ctx, body.code),
    (ctx, _input, confirmation) => confirmSetup(ctx, confirmation),
    ACCOUNTS,
  );
  servePrepared(
    router,
    secondFactor.renewCodes,
    (ctx, { body }) => prepareCodes(ctx, body.current_password),
    (ctx, _input, codes) => replaceCodes(ctx, codes),
    ACCOUNTS,
  );
  servePrepared(
    router,
    secondFactor.turnOff,
    (ctx, { body }) => prepareTurningOff(ctx, body.current_password),
    (ctx, _input, isTold) => turnOffFactor(ctx, isTold),
    ACCOUNTS,
  );
  serve(router, secondFactor.reset, (ctx, { params }) => resetSecondFactor(ctx, params.user_id), ACCOUNTS);
}
