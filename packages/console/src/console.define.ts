import { KeysView } from './keys/keys-view.js';
import { PredictionsView } from './predictions/predictions-view.js';
import { SessionView } from './sessions/session-view.js';
import { SessionsView } from './sessions/sessions-view.js';
import { ConsoleApp } from './shell/console-app.js';
import { SignIn } from './shell/sign-in.js';
import { WalletView } from './wallet/wallet-view.js';
import { DeliveriesView } from './webhooks/deliveries-view.js';
import { WebhooksView } from './webhooks/webhooks-view.js';

customElements.define('ut-sign-in', SignIn);
customElements.define('ut-sessions', SessionsView);
customElements.define('ut-session', SessionView);
customElements.define('ut-predictions', PredictionsView);
customElements.define('ut-keys', KeysView);
customElements.define('ut-wallet', WalletView);
customElements.define('ut-webhooks', WebhooksView);
customElements.define('ut-deliveries', DeliveriesView);
customElements.define('undertone-console', ConsoleApp);
