import { expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from '../functions/_shared/messages/base64url.ts';
import { encryptPush } from '../functions/_shared/messages/push-encryption.ts';
import { isPushService } from '../functions/_shared/messages/web-push.ts';

/** Of RFC 8291, section 5 and appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  sender: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

async function senderKeys() {
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const point = fromBase64Url(example.sender);
  const [x, y] = [toBase64Url(point.slice(1, 33)), toBase64Url(point.slice(33))];
  const jwk = { kty: 'EC', crv: 'P-256', x, y };
  return {
    publicKey: await crypto.subtle.importKey('jwk', jwk, curve, true, []),
    privateKey: await crypto.subtle.importKey(
      'jwk',
      { ...jwk, d: example.senderPrivate },
      curve,
      false,
      ['deriveBits'],
    ),
  };
}

test('a push is encrypted as in the example of RFC 8291', async () => {
  const body = await encryptPush(example.text, example, {
    keys: await senderKeys(),
    salt: fromBase64Url(example.salt),
  });
  expect(toBase64Url(body)).toBe(example.body);
});

test('a push that does not fit into a record is refused', async () => {
  await expect(encryptPush('x'.repeat(4080), example)).rejects.toThrow(RangeError);
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://wns2-bl2p.notify.windows.com/w/?token=abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://push.example:8443/abc', true],
  ['http://fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://evilnotify.windows.com/abc', false],
  ['https://user@169.254.169.254/latest/meta-data', false],
  ['https://10.0.0.1/', false],
  ['http://127.0.0.1/', false],
  ['https://push.example/abc', false],
  ['not an address', false],
])('%s is a push service: %s', (endpoint, expected) => {
  expect(isPushService(endpoint, ['https://push.example:8443'])).toBe(expected);
});
