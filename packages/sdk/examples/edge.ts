import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from '@undertone/sdk/webhooks';

/** A `fetch` handler, as edge runtimes call it. */
export const createReceiver =
  (secret: string, act: (event: WebhookEvent) => Promise<void>) =>
  async (request: Request): Promise<Response> => {
    try {
      const body = await request.arrayBuffer();
      await act(await verifyWebhook({ body, headers: request.headers, secret }));
      return new Response(null, { status: 204 });
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      return Response.json({ error: error.code }, { status: 401 });
    }
  };
