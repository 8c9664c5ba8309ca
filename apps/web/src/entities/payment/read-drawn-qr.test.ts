import { expect, it } from 'vitest';
import { promptPayText } from '@bkksiam/domain/promptpay-qr';
import type { PromptPayId } from '@bkksiam/domain/promptpay-id';
import { readDrawnQr } from './read-drawn-qr.ts';

it.each<PromptPayId>([
  { kind: 'phone', id: '0812345678' },
  { kind: 'tax_id', id: '0105561000003' },
  { kind: 'ewallet', id: '004123456789012' },
])('a drawn code of one baht is read back: %j', (to) => {
  expect(readDrawnQr(promptPayText(to, 100))).toEqual({ to, satang: 100 });
  expect(readDrawnQr('https://bkksiam.example')).toBeNull();
});
