import { KeysView } from './keys/keys-view.js';
import { ConsoleApp } from './shell/console-app.js';
import { SignIn } from './shell/sign-in.js';
import { WalletView } from './wallet/wallet-view.js';
import { DeliveriesView } from './webhooks/deliveries-view.js';
import { WebhooksView } from './webhooks/webhooks-view.js';

customElements.define('ut-sign-in', SignIn);
customElements.define('ut-keys', KeysView);
customElements.define('ut-wallet', WalletView);
customElements.define('ut-webhooks', WebhooksView);
customElements.define('ut-deliveries', DeliveriesView);
customElements.define('undertone-console', ConsoleApp);
