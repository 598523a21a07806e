/** A company's own sign-in: a real OpenID provider on this machine, where whoever comes presses who they are. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface Account {
  readonly email: string;
  readonly name: string;
}

const CLIENT = { client_id: 'undertone', client_secret: 'a-secret-of-the-client-0123456789' };

export class CompanyProvider {
  /** How it fails: it is away altogether, or only what relays ask of it. */
  private away: 'all' | 'tokens' | undefined;
  private oidc: Provider | undefined;

  private constructor(
    private readonly server: Server,
    private readonly accounts: Readonly<Record<string, Account>>,
  ) {
    server.on('request', (request, response) => {
      this.answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  /** @param accounts by the name that the provider has for them */
  static async start(accounts: Readonly<Record<string, Account>>): Promise<CompanyProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new CompanyProvider(server, accounts);
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Settings of a relay that leads here. */
  get env(): Record<string, string> {
    return {
      UNDERTONE_OIDC_ISSUER: this.issuer,
      UNDERTONE_OIDC_CLIENT_ID: CLIENT.client_id,
      UNDERTONE_OIDC_CLIENT_SECRET: CLIENT.client_secret,
    };
  }

  /** Takes people back to these addresses of relays, which have their ports by now. */
  serve(callbacks: readonly string[]): void {
    const oidc: Provider = new Provider(this.issuer, {
      clients: [{ ...CLIENT, redirect_uris: [...callbacks] }],
      pkce: { required: () => true },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['a key of the provider'] },
      features: { devInteractions: { enabled: false } },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({ sub: id, ...this.accounts[id], email_verified: true }),
      }),
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      loadExistingGrant: async ({ oidc: { session } }) => {
        const grant = new oidc.Grant({ clientId: CLIENT.client_id, accountId: session?.accountId ?? '' });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    this.oidc = oidc;
  }

  fail(away: 'all' | 'tokens' | undefined): void {
    this.away = away;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', method } = request;
    if (
      this.oidc === undefined ||
      this.away === 'all' ||
      (this.away === 'tokens' && url.startsWith('/token'))
    )
      request.destroy();
    else if (!url.startsWith('/interaction/')) await this.oidc.callback()(request, response);
    else if (method === 'GET') response.setHeader('Content-Type', 'text/html').end(this.form(url));
    else {
      const chosen = url.slice(url.lastIndexOf('/') + 1);
      const result = chosen === 'nobody' ? { error: 'access_denied' } : { login: { accountId: chosen } };
      await this.oidc.interactionFinished(request, response, result);
    }
  }

  private form(path: string): string {
    const forms = Object.entries({ ...this.accounts, nobody: { name: 'Cancel' } }).map(
      ([id, { name }]) => `<form method="post" action="${path}/${id}"><button>${name}</button></form>`,
    );
    return `<!doctype html><title>The company</title><h1>Who are you?</h1>${forms.join('')}`;
  }
}
