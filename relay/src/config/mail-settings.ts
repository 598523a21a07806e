import type { EnvironmentReader } from './environment-reader.js';

/** Mail to owners. */
export interface MailSettings {
  /** Absent: no mail is sent. */
  readonly smtpUrl: string | undefined;
  readonly smtpFrom: string;
  /** Told where an organization has no owner with an address. */
  readonly ownerEmail: string | undefined;
}

export const readMail = (read: EnvironmentReader): MailSettings => ({
  smtpUrl: read.matching('UNDERTONE_SMTP_URL', isSmtpUrl, 'must look like smtp://user:password@host:587'),
  smtpFrom: read.matching('UNDERTONE_SMTP_FROM', isEmail, EMAIL_RULE) ?? 'undertone@localhost',
  ownerEmail: read.matching('UNDERTONE_OWNER_EMAIL', isEmail, EMAIL_RULE),
});

const isSmtpUrl = (text: string): boolean => /^smtps?:\/\//.test(text) && URL.canParse(text);
const EMAIL_RULE = 'must be an e-mail address';
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);
