import { auth } from "#contract/auth.ts";
import { secondFactor } from "#contract/second-factor.ts";
import { users } from "#contract/users.ts";
import { serve, servePrepared, type Floor } from "../lib/serve.ts";
import { changeEmail, undoEmailChange } from "./address.ts";
import {
  acceptInvite,
  allowResend,
  askForInvitation,
  inviteAgain,
  inviteUser,
  prepareAcceptance,
  previewLink,
  sendInvite,
} from "./invite.ts";
import {
  changePassword,
  forgotPassword,
  mailReset,
  preparePassword,
  requireOwnPassword,
} from "./password.ts";
import { getUser, listUsers } from "./read.ts";
import {
  confirmSetup,
  getSecondFactor,
  prepareCodes,
  prepareConfirmation,
  renewCodes,
  resetSecondFactor,
  startSetup,
  turnOff,
} from "./second-factor.ts";
import { prepareSetup, setUp } from "./setup.ts";
import { changeUser, closeAccount, createUser, deleteUser, prepareNewUser, restoreUser } from "./write.ts";

export function userRoutes(floor: Floor): void {
  serve(floor, users.list, (ctx, { query }) => listUsers(ctx, query));
  serve(floor, users.get, (ctx, { params }) => getUser(ctx, params.user_id));
  servePrepared(
    floor,
    users.create,
    (ctx, { body }) => prepareNewUser(ctx, body),
    (ctx, { body }, secret) => createUser(ctx, body, secret),
  );
  serve(floor, users.invite, (ctx, { body }) => inviteUser(ctx, body));
  servePrepared(
    floor,
    users.sendInvite,
    (ctx, { params }) => allowResend(ctx, params.user_id),
    (ctx, { params, query }) => sendInvite(ctx, params.user_id, query.expires_in_hours),
  );
  serve(floor, users.change, (ctx, { params, body }) => changeUser(ctx, params.user_id, body));
  serve(floor, users.delete, (ctx, { params }) => deleteUser(ctx, params.user_id));
  serve(floor, users.closeAccount, (ctx) => closeAccount(ctx));
  serve(floor, users.restore, (ctx, { params }) => restoreUser(ctx, params.user_id));
  servePrepared(
    floor,
    users.changePassword,
    (ctx, { params, body }) => preparePassword(ctx, params.user_id, body),
    (ctx, _input, secret) => changePassword(ctx, secret),
  );
  servePrepared(
    floor,
    users.changeEmail,
    (ctx, { params, body }) => requireOwnPassword(ctx, params.user_id, body.current_password),
    (ctx, { body }) => changeEmail(ctx, body.new_email),
  );
  linkRoutes(floor);
  secondFactorRoutes(floor);
}

/** What people do who are not signed in, but hold a link or a code. */
function linkRoutes(floor: Floor): void {
  serve(floor, auth.invitation, (ctx, { body }) => previewLink(ctx, body.token));
  serve(floor, auth.askForInvitation, (ctx, { body }) => askForInvitation(ctx, body.token));
  servePrepared(
    floor,
    auth.acceptInvite,
    (ctx, { body }) => prepareAcceptance(ctx, body),
    (ctx, { body }, secret) => acceptInvite(ctx, body, secret),
  );
  serve(floor, auth.undoEmailChange, (ctx, { body }) => undoEmailChange(ctx, body.token));
  servePrepared(
    floor,
    auth.setup,
    (ctx, { body }) => prepareSetup(ctx, body),
    (ctx, { body }, secret) => setUp(ctx, body, secret),
  );
  serve(floor, auth.forgotPassword, (ctx, { body }) => forgotPassword(ctx, body.email));
  floor.jobs.push({ name: "users.mail_reset", run: (data) => mailReset(floor.house, data) });
  floor.jobs.push({ name: "users.invite_again", run: (data) => inviteAgain(floor.house, data) });
}

/** The own second factor, and taking somebody else's away. */
function secondFactorRoutes(floor: Floor): void {
  serve(floor, secondFactor.get, (ctx) => getSecondFactor(ctx));
  servePrepared(
    floor,
    secondFactor.start,
    (ctx, { body }) => requireOwnPassword(ctx, ctx.actor.id, body.current_password),
    (ctx) => startSetup(ctx),
  );
  servePrepared(
    floor,
    secondFactor.confirm,
    (ctx, { body }) => prepareConfirmation(ctx, body.code),
    (ctx, _input, confirmation) => confirmSetup(ctx, confirmation),
  );
  servePrepared(
    floor,
    secondFactor.renewCodes,
    (ctx, { body }) => prepareCodes(ctx, body.current_password),
    (ctx, _input, codes) => renewCodes(ctx, codes),
  );
  servePrepared(
    floor,
    secondFactor.turnOff,
    (ctx, { body }) => requireOwnPassword(ctx, ctx.actor.id, body.current_password),
    (ctx) => turnOff(ctx),
  );
  serve(floor, secondFactor.reset, (ctx, { params }) => resetSecondFactor(ctx, params.user_id));
}
