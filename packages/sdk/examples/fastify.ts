import { fastify, type FastifyInstance } from 'fastify';
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from '@undertone/sdk/webhooks';

/** A content-type parser that hands over the bytes replaces Fastify's own. */
export const createReceiver = (
  secret: string,
  act: (event: WebhookEvent) => Promise<void>,
): FastifyInstance => {
  const app = fastify();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  app.post('/undertone', async (request, reply) => {
    try {
      await act(await verifyWebhook({ body: request.body as Buffer, headers: request.headers, secret }));
      return await reply.code(204).send();
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      return await reply.code(401).send({ error: error.code });
    }
  });
  return app;
};
