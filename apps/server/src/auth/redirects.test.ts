import { describe, expect, it } from 'vitest';
import { allowedRedirect, withFragment } from './redirects.ts';

const site = 'https://bkksiam.example';

function redirect(asked: string, redirectUrls: readonly string[] = [], siteUrl = site): string {
  return allowedRedirect([asked], { siteUrl, redirectUrls });
}

describe('a redirect', () => {
  it.each(['https://bkksiam.example', 'https://bkksiam.example/dashboard?tab=1'])(
    'to the site itself is kept: %s',
    (address) => {
      expect(redirect(address)).toBe(address);
    },
  );

  it.each([
    'https://evil.example/',
    'http://bkksiam.example/',
    'https://bkksiam.example:8443/',
    'https://bkksiam.example.evil.example/',
    'https://bkksiam.example@evil.example/',
    'https://user:word@bkksiam.example/',
    'https://evil.example\\@bkksiam.example/',
    '//evil.example/',
    '/dashboard',
    'http://localhost:3000/',
    'http://127.0.0.1:9999/',
    'https://127.0.0.1/',
    'http://[::1]:3000/',
    'http://127.0.0.1.evil.example/',
    'http://10.0.0.1/',
    'javascript:alert(1)',
    'data:text/html,x',
    'not an address',
    `https://bkksiam.example/${'x'.repeat(2048)}`,
  ])('elsewhere becomes the site: %s', (address) => {
    expect(redirect(address, [])).toBe(site);
  });

  it('may change the port when the site is on a loopback host', () => {
    const local = 'http://localhost:3000';
    expect(redirect('http://localhost:5173/x', [], local)).toBe('http://localhost:5173/x');
    expect(redirect('http://127.0.0.1:5173/x', [], local)).toBe('http://127.0.0.1:5173/x');
    expect(redirect('http://[::1]:5173/', [], local)).toBe('http://[::1]:5173/');
    expect(redirect('https://localhost:5173/x', [], local)).toBe(local);
  });

  it('may be a loopback address the allow list names', () => {
    const list = ['http://127.0.0.1:9999/**'];
    expect(redirect('http://127.0.0.1:9999/x', list)).toBe('http://127.0.0.1:9999/x');
    expect(redirect('http://127.0.0.1:9998/x', list)).toBe(site);
  });

  it('is spelled as a browser reads it', () => {
    expect(redirect('https://bkksiam.example/a b/../c')).toBe('https://bkksiam.example/c');
    expect(redirect('https:\\\\bkksiam.example\\x')).toBe('https://bkksiam.example/x');
  });

  it('takes the first requested address, and does not fall through to the next', () => {
    const rules = { siteUrl: site, redirectUrls: [] };
    expect(allowedRedirect([undefined, '', `${site}/a`, `${site}/b`], rules)).toBe(`${site}/a`);
    expect(allowedRedirect(['https://evil.example/', `${site}/b`], rules)).toBe(site);
    expect(allowedRedirect([], rules)).toBe(site);
  });
});

describe('the allow list', () => {
  it('takes exact addresses, compared without the fragment', () => {
    const list = ['https://app.example/callback'];
    expect(redirect('https://app.example/callback#x', list)).toBe('https://app.example/callback#x');
    expect(redirect('https://app.example/callback/more', list)).toBe(site);
    expect(redirect('https://app.example', ['https://app.example'])).toBe('https://app.example');
  });

  it('stops * and ? at dots and slashes, and ** at nothing', () => {
    const one = ['https://*.app.example/*'];
    expect(redirect('https://a.app.example/x', one)).toBe('https://a.app.example/x');
    expect(redirect('https://a.b.app.example/x', one)).toBe(site);
    expect(redirect('https://a.app.example/x/y', one)).toBe(site);
    expect(redirect('https://evil.example/.app.example/x', one)).toBe(site);
    expect(redirect('https://a.app.example/x/y.z', ['https://*.app.example/**'])).toBe(
      'https://a.app.example/x/y.z',
    );
    expect(redirect('https://app1.example/', ['https://app?.example/'])).toBe(
      'https://app1.example/',
    );
    expect(redirect('https://app12.example/', ['https://app?.example/'])).toBe(site);
  });

  it('does not let a mark of the address play the host', () => {
    const list = ['https://*.app.example/**'];
    expect(redirect('https://evil?.app.example/x', list)).toBe(site);
    expect(redirect('https://evil#.app.example/x', list)).toBe(site);
    expect(redirect('https://evil\\.app.example/x', list)).toBe(site);
  });

  it('matches scheme, host and path apart', () => {
    const list = ['https://**.star.test/**'];
    expect(redirect('https://a.b.star.test/x/y?z=1', list)).toBe('https://a.b.star.test/x/y?z=1');
    expect(redirect('https://evil.test/app.star.test/', list)).toBe(site);
    expect(redirect('https://evil.test/?.star.test/', list)).toBe(site);
    expect(redirect('https://evil.test:443/https://a.star.test/', list)).toBe(site);
    expect(redirect('http://a.star.test/', list)).toBe(site);
    expect(redirect('https://evil.test/://a.star.test/', ['**://*.star.test/**'])).toBe(site);
  });

  it('reads a trailing ** without a slash as any path too', () => {
    expect(redirect('bkksiam://auth/callback', ['bkksiam://**'])).toBe('bkksiam://auth/callback');
    expect(redirect('bkksiam:callback', ['bkksiam:*'])).toBe('bkksiam:callback');
  });

  it('opens an app scheme, but never a script', () => {
    expect(redirect('bkksiam://callback', ['bkksiam://*'])).toBe('bkksiam://callback');
    for (const script of [
      'javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:https://evil.example/x',
      'about:blank',
    ])
      for (const glob of ['**', '**:**', `${script.slice(0, script.indexOf(':'))}:**`])
        expect(redirect(script, [glob])).toBe(site);
  });
});

describe('the fragment', () => {
  it('is sorted, form-encoded and replaces an older one', () => {
    expect(
      withFragment(`${site}/x?y=1#old`, { type: 'signup', error_description: 'a b', sb: '' }),
    ).toBe(`${site}/x?y=1#error_description=a+b&sb=&type=signup`);
  });
});
