/** The forms of an address of a private network. Each form reaches the address in some program. */
const PRIVATE_V4 = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
] as const;

const octetsOf = (address: string): number[] => address.split('.').map(Number);
const numberOf = (address: string): number => octetsOf(address).reduce((sum, octet) => sum * 256 + octet, 0);
const hex = (value: number, width = 0): string => value.toString(16).padStart(width, '0');
const pairs = (address: string): string => {
  const [a = 0, b = 0, c = 0, d = 0] = octetsOf(address);
  return `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
};
const widen = (address: string): string =>
  address.replace(/./g, (c) => (c === '.' ? '。' : String.fromCharCode(c.charCodeAt(0) + 0xfee0)));

const V4_FORMS: readonly ((address: string) => string)[] = [
  (address) => address,
  (address) => `${address}.`,
  (address) => String(numberOf(address)),
  (address) => `0x${hex(numberOf(address))}`,
  (address) => `0${numberOf(address).toString(8)}`,
  (address) =>
    octetsOf(address)
      .map((octet) => `0x${hex(octet)}`)
      .join('.'),
  (address) =>
    octetsOf(address)
      .map((octet) => `0${octet.toString(8)}`)
      .join('.'),
  (address) => {
    const [a = 0, b = 0, c = 0, d = 0] = octetsOf(address);
    return `${a}.${b * 65_536 + c * 256 + d}`;
  },
  widen,
  (address) => address.replaceAll('.', '%2e'),
  (address) => `[::ffff:${address}]`,
  (address) => `[::ffff:${pairs(address)}]`,
  (address) => `[::${pairs(address)}]`,
  (address) => `[64:ff9b::${pairs(address)}]`,
  (address) => `[64:ff9b:1::${pairs(address)}]`,
  (address) => `[2002:${pairs(address)}::1]`,
  (address) => `[2001:0:${pairs(address)}::]`,
];

const HOSTS_AS_WRITTEN = [
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fe80::1%25eth0]',
  '[fc00::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[2001:10::1]',
  '[100::1]',
  '[3fff::1]',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'api.localhost',
  'ｌｏｃａｌｈｏｓｔ',
  'printer.local',
  'metadata.google.internal',
  'router.home.arpa',
  'db',
  'db.',
  '0',
  '127.1',
  '0x7f.1',
  '0177.1',
  '127.0.1',
] as const;

/** URLs that no server may call, whatever stands before or after the host. */
const SHAPES: readonly string[] = [
  'http://user@audio.example.com/a.wav',
  'http://user:secret@audio.example.com/a.wav',
  'http://@audio.example.com/a.wav',
  'http://audio.example.com@127.0.0.1/a.wav',
  'http://audio.example.com%40127.0.0.1/a.wav',
  'http://audio.example.com\\@127.0.0.1/a.wav',
  'http:\\\\127.0.0.1\\a.wav',
  'http:/127.0.0.1/a.wav',
  'http:127.0.0.1/a.wav',
  'http:///127.0.0.1/a.wav',
  '//127.0.0.1/a.wav',
  '/etc/passwd',
  'file:///etc/passwd',
  'file://localhost/etc/passwd',
  'gopher://127.0.0.1:6379/_INFO',
  'ftp://audio.example.com/a.wav',
  'data:audio/wav;base64,AAAA',
  'javascript:alert(1)',
  'blob:https://audio.example.com/1',
  'ws://audio.example.com/',
  'dict://127.0.0.1:11211/stats',
  'http://audio.example.com:22/',
  'http://audio.example.com:25/',
  'http://audio.example.com:5432/',
  'http://audio.example.com:6379/',
  'http://audio.example.com:0/',
  'http://audio.example.com:65536/',
  'http://audio.example.com:-1/',
  'http://audio.example.com:8787/',
  'http://audio.example.com:80:80/',
  ' http://audio.example.com/',
  'http://audio.example.com/ ',
  'ht\ntp://audio.example.com/',
  'http://audio.exa\tmple.com/',
  'http://audio.example.com/a\r\nHost: internal',
  'http://audio.example.com\u0000.evil.example/',
  'http://audio.example.com\u200b/',
  'http://audio..example.com/',
  'http://.example.com/',
  'http://-audio.example.com/',
  'http://exa mple.com/',
  'http://exam%70le.com/',
  'http://ｅxample.com/',
  'http://[::1/',
  'http://[v1.x]/',
  'http://999.1.1.1/',
  'http://1.2.3.4.5/',
  `http://${'a'.repeat(64)}.example.com/`,
  `http://${'a.'.repeat(130)}example.com/`,
  `http://audio.example.com/${'a'.repeat(2_048)}`,
  'http://',
  'http://?a',
  '',
  'audio.example.com/a.wav',
  'http://134744072/',
  'http://0x08080808/',
];

/** At least 320 URLs that are refused without a lookup. */
export const REFUSED_URLS: readonly string[] = [
  ...PRIVATE_V4.flatMap((address) => V4_FORMS.map((form) => `http://${form(address)}/a.wav`)),
  ...HOSTS_AS_WRITTEN.map((host) => `http://${host}/a.wav`),
  ...SHAPES,
];

/** Addresses that a name or a redirect may lead to, but that no connection may reach. */
export const PRIVATE_ADDRESSES: readonly string[] = [
  ...PRIVATE_V4,
  ...PRIVATE_V4.flatMap((address) => [
    `::ffff:${pairs(address)}`,
    `::${pairs(address)}`,
    `64:ff9b::${pairs(address)}`,
    `2002:${pairs(address)}::1`,
    `2001:0:${pairs(address)}::`,
  ]),
  ...HOSTS_AS_WRITTEN.filter((host) => host.startsWith('[') && !host.includes('%')).map((host) =>
    host.slice(1, -1),
  ),
];
