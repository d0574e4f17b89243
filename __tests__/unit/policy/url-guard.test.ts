import { expect, test } from '@jest/globals';
import { judgeAddress, judgeUrl, parseAllowedPrivate } from '../../../src/policy/url-guard.js';

test.each([
  'http://example.com',
  'https://example.com/a/b?c=d#e',
  'HTTPS://EXAMPLE.COM',
  'http://example.com:8080/',
  'https://example.com.',
  'https://xn--bcher-kva.example.org/',
  'https://bücher.example.org/',
  'http://8.8.8.8/',
  'http://134744072/',
  'https://[2606:4700::1111]/',
  'https://[2001:4860:4860::8888]:8443/x',
  'http://172.15.255.255/',
  'http://172.32.0.1/',
  'http://100.63.255.255/',
  'http://100.128.0.1/',
  'http://local.example.org/',
  'http://localhost.example.org/',
])('%s may be asked', (url) => {
  expect(judgeUrl(url)).toMatchObject({ named: false });
});

test.each([
  // no address of the web at all
  ['example.com', 'whole address'],
  ['/etc/passwd', 'whole address'],
  ['', 'whole address'],
  ['http://exa mple.com', 'whole address'],
  ['file:///etc/passwd', 'only http and https'],
  ['ftp://example.com/a', 'only http and https'],
  ['data:text/html,hi', 'only http and https'],
  ['javascript:alert(1)', 'only http and https'],
  ['ws://example.com', 'only http and https'],
  ['gopher://127.0.0.1:6379/_INFO', 'only http and https'],
  // names and passwords
  ['http://me@example.com', 'name or password'],
  ['http://me:secret@example.com', 'name or password'],
  ['http://:secret@example.com', 'name or password'],
  ['http://example.com@127.0.0.1/', 'name or password'],
  ['http://1.1.1.1 &@2.2.2.2#@3.3.3.3/', 'name or password'],
  // this machine, in every notation
  ['http://127.0.0.1', 'loopback'],
  ['http://127.255.255.254:3000/', 'loopback'],
  ['http://127.1', 'loopback'],
  ['http://2130706433', 'loopback'],
  ['http://0x7f000001', 'loopback'],
  ['http://0x7f.1', 'loopback'],
  ['http://0177.0.0.1', 'loopback'],
  ['http://017700000001', 'loopback'],
  ['http://127.0.0.1.', 'loopback'],
  ['http://１２７.0.0.1', 'loopback'],
  ['http://127。0。0。1', 'loopback'],
  ['http:127.0.0.1', 'loopback'],
  ['http:\\\\127.0.0.1\\', 'loopback'],
  ['http://0', 'unspecified'],
  ['http://0.0.0.0:8080', 'unspecified'],
  ['http://[::]', 'unspecified'],
  ['http://[::1]/', 'loopback'],
  ['http://[0:0:0:0:0:0:0:1]/', 'loopback'],
  // the own network
  ['http://10.0.0.1', 'private'],
  ['http://10.255.255.255', 'private'],
  ['http://172.16.0.1', 'private'],
  ['http://172.31.255.255', 'private'],
  ['http://192.168.1.1', 'private'],
  ['http://3232235777', 'private'],
  ['http://169.254.1.1', 'link-local'],
  ['http://100.64.0.1', 'shared by a provider'],
  ['http://100.127.255.255', 'shared by a provider'],
  ['http://[fe80::1]', 'link-local'],
  ['http://[fc00::1]', 'private'],
  ['http://[fd12:3456::1]', 'private'],
  ['http://[fec0::1]', 'not a public address'],
  // what hands out secrets to machines of a cloud
  ['http://169.254.169.254/latest/meta-data/', 'link-local'],
  ['http://2852039166/latest/', 'link-local'],
  ['http://[fd00:ec2::254]/', 'private'],
  ['http://100.100.100.200/', 'shared by a provider'],
  ['http://192.0.0.192/', 'not a public address'],
  ['http://168.63.129.16/', 'cloud provider'],
  ['http://metadata.google.internal/', 'own network'],
  // IPv4 inside IPv6
  ['http://[::ffff:127.0.0.1]/', 'holds an IPv4 address'],
  ['http://[::ffff:7f00:1]/', 'holds an IPv4 address'],
  ['http://[::ffff:8.8.8.8]/', 'holds an IPv4 address'],
  ['http://[::127.0.0.1]/', 'not a public address'],
  ['http://[64:ff9b::7f00:1]/', 'holds an IPv4 address'],
  ['http://[64:ff9b:1::1]/', 'holds an IPv4 address'],
  ['http://[2002:7f00:1::]/', 'holds an IPv4 address'],
  ['http://[2001::1]/', 'holds an IPv4 address'],
  // multicast, reserved, examples
  ['http://224.0.0.1', 'multicast'],
  ['http://239.255.255.250:1900', 'multicast'],
  ['http://[ff02::1]', 'multicast'],
  ['http://255.255.255.255', 'broadcast'],
  ['http://240.0.0.1', 'not a public address'],
  ['http://198.18.0.1', 'not a public address'],
  ['http://203.0.113.7', 'not a public address'],
  ['http://[2001:db8::1]', 'not a public address'],
  ['http://[100::1]', 'not a public address'],
  ['http://[4000::1]', 'not handed out'],
  // names of this machine and the own network
  ['http://localhost', 'own network'],
  ['http://LOCALHOST:3000', 'own network'],
  ['http://localhost.', 'own network'],
  ['http://ⓛocalhost', 'own network'],
  ['http://%6c%6f%63%61%6c%68%6f%73%74', 'own network'],
  ['http://a.localhost', 'own network'],
  ['http://printer.local', 'own network'],
  ['http://printer.local.', 'own network'],
  ['http://vault.internal', 'own network'],
  ['http://nas.lan', 'own network'],
  ['http://router.home.arpa', 'own network'],
  ['http://localhost.localdomain', 'own network'],
  ['http://intranet/', 'without a domain'],
  ['http://a..example.org/', 'no name of a host'],
])('%s is refused: %s', (url, reason) => {
  const verdict = judgeUrl(url);
  expect('refused' in verdict && verdict.refused).toContain(reason);
});

test.each([
  ['localhost', 'http://localhost:3000/', true],
  ['localhost:3000', 'http://localhost:3000/', true],
  ['localhost:3000', 'http://localhost:3001/', false],
  ['localhost:80', 'http://localhost/', true],
  ['localhost:443', 'https://localhost/', true],
  ['127.0.0.1:8080', 'http://2130706433:8080/', true],
  ['[::1]:8080', 'http://[::1]:8080/', true],
  ['::1', 'http://[::1]:8080/', true],
  ['docs.lan, Wiki.local', 'http://wiki.LOCAL/', true],
  ['lan', 'http://docs.lan/', false],
  ['all', 'http://10.0.0.1/', true],
  ['', 'http://localhost/', false],
])('with "%s" named, %s may be asked: %s', (setting, url, may) => {
  expect('url' in judgeUrl(url, parseAllowedPrivate(setting))).toBe(may);
});

test('naming all hosts frees neither other protocols nor passwords', () => {
  expect(judgeUrl('file:///etc/passwd', 'all')).toHaveProperty('refused');
  expect(judgeUrl('http://me:secret@10.0.0.1/', 'all')).toHaveProperty('refused');
});

test('what is no address is never taken for a public one', () => {
  expect(judgeAddress('example.com')).toBe('is no IP address');
  expect(judgeAddress('fe80::1%eth0')).toContain('link-local');
  expect(judgeAddress('1.1.1.1')).toBeUndefined();
});
