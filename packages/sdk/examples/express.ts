import express, { type Express } from 'express';
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from '@undertone/sdk/webhooks';

/** `express.raw` keeps the bytes: a signature does not fit a body that was parsed and printed again. */
export const createReceiver = (secret: string, act: (event: WebhookEvent) => Promise<void>): Express => {
  const app = express();
  app.post('/undertone', express.raw({ type: 'application/json' }), async (request, response) => {
    try {
      const event = await verifyWebhook({ body: request.body as Buffer, headers: request.headers, secret });
      await act(event);
      response.sendStatus(204);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      response.status(401).json({ error: error.code });
    }
  });
  return app;
};
