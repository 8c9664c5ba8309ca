import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Markdown } from './markdown.tsx';

function html(text: string): string {
  const { container } = render(
    <Markdown text={text} link={(href, linkText) => <a href={href}>{linkText}</a>} />,
  );
  return container.innerHTML;
}

it('draws paragraphs, lists, emphasis and code', () => {
  expect(html('One **two** *three* `four & five`.\n\n- a\n- **b** c\n\n1. d')).toBe(
    '<p>One <strong>two</strong> <em>three</em> <code>four &amp; five</code>.</p>' +
      '<ul><li>a</li><li><strong>b</strong> c</li></ul><ol><li>d</li></ol>',
  );
});

it('finds emphasis and links inside Thai, which has no blanks around them', () => {
  expect(html('เก็บ**ในเครื่อง**ของคุณ ดู[ข้อกำหนด](/terms)ประกอบ')).toBe(
    '<p>เก็บ<strong>ในเครื่อง</strong>ของคุณ ดู<a href="/terms">ข้อกำหนด</a>ประกอบ</p>',
  );
});

it('keeps words on one line', () => {
  const { container } = render(
    <Markdown
      text="ตั๋วของ**สายการบิน**โทร. 02-000-0000"
      link={(href) => href}
      wholeWords={/(สายการบิน|02-000-0000)/}
    />,
  );
  const whole = [...container.querySelectorAll('.whitespace-nowrap')];
  expect(whole.map((word) => word.textContent)).toEqual(['สายการบิน', '02-000-0000']);
  expect(container.textContent).toBe('ตั๋วของสายการบินโทร. 02-000-0000');
});

it.each(['https://a.example/b?c=d', 'http://a.example', 'mailto:a@b.example', '/privacy', '#law'])(
  'leads to %s',
  (href) => {
    expect(html(`[there](${href})`)).toBe(`<p><a href="${href}">there</a></p>`);
  },
);

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '&#106;avascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  '//other.example',
  '/\\other.example',
  'tel:191',
])('does not lead to %s', (href) => {
  expect(html(`[there](<${href}>)`)).toBe('<p>there</p>');
});

it('takes no markup from the text', () => {
  for (const text of [
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '![x](javascript:alert(1))',
    '<a href="javascript:alert(1)">b</a>',
    '<div style="color:red">c</div>',
  ]) {
    const { container } = render(<Markdown text={text} link={(href) => <a href={href}>no</a>} />);
    expect(container.querySelectorAll('script, img, a, [style], div')).toHaveLength(0);
    expect(container.textContent.trim()).toBe(text);
  }
});
