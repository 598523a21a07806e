import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { call, Problem } from '../api/call.js';
import type { Login } from '../shell/login.js';
import { t } from '../language/text.js';

/** Passkeys belong to a name: a browser makes none for a bare address. */
export const knowsPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);

/** Why there is no button for a passkey. */
export const NO_PASSKEYS = t(
  'This browser makes no passkeys here. Open the console under a name (on the relay’s own machine: localhost, not 127.0.0.1).',
);

/** Makes a passkey on this device for who was invited, and signs in with it. @throws Problem */
export const joinWithPasskey = async (token: string, name: string): Promise<Login> =>
  call<Login>('POST', '/console/passkeys', { token, name, response: await register({ token }) });

/** Makes another passkey for who is signed in. @throws Problem */
export const addPasskey = async (name: string): Promise<void> => {
  await call('POST', '/console/passkeys', { name, response: await register({}) });
};

/** Signs in with a passkey that the person chooses. @throws Problem */
export const enterWithPasskey = async (): Promise<Login> => {
  const path = '/console/passkey/options';
  const optionsJSON = await call<PublicKeyCredentialRequestOptionsJSON>('POST', path, {});
  const response = await told(() => startAuthentication({ optionsJSON }));
  return call<Login>('POST', '/console/passkey', { response });
};

const register = async (body: { readonly token?: string }): Promise<object> => {
  const path = '/console/passkeys/options';
  const optionsJSON = await call<PublicKeyCredentialCreationOptionsJSON>('POST', path, body);
  return told(() => startRegistration({ optionsJSON }));
};

/** What the browser refuses has no message for people. */
const told = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      throw new Problem(0, 'passkey', t('this device has a passkey of yours already'));
    if (!(error instanceof Error)) throw error;
    throw new Problem(
      0,
      'passkey',
      t('the browser gave no passkey: nothing was chosen, or the device has none for here'),
    );
  }
};
