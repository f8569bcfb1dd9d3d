import { mailHook } from "#contract/mailboxes/hook.ts";
import { serveRaw, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { receiveMail } from "./hook/receive-mail.ts";

/** The hook reads its body itself, whatever the type says: there is no parser, and no transaction while bytes come. */
export function mailHookRoutes(router: RouteContext): void {
  router.fastify.register(async (fastify) => {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser("*", (_request, _payload, done) => done(null));
    serveRaw({ ...router, fastify }, mailHook.receive, async (_ctx, { params }, { request, reply }) => {
      const { id, isDuplicate } = await receiveMail(router.app, {
        mailboxId: params.mailbox_id,
        headers: request.headers,
        body: request.raw,
      });
      await reply.code(202).send({ id, duplicate: isDuplicate });
    });
  });
}
