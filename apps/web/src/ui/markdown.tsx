import { lexer, type MarkedToken, type Token } from 'marked';
import { Fragment, type ReactNode } from 'react';

/** Renders a link with a safe URL. */
export type LinkRenderer = (href: string, text: ReactNode) => ReactNode;

/** Web and mail URLs, and paths of this site; `//` and `/\` would lead to another one. */
const harmless = /^(?:https?:\/\/|mailto:|#|\/(?![/\\]))/i;

function children(tokens: readonly Token[] | undefined, link: LinkRenderer): ReactNode {
  return tokens?.map((token, index) => (
    <Fragment key={`${String(index)} ${token.type}`}>
      {element(token as MarkedToken, link)}
    </Fragment>
  ));
}

function inline(token: MarkedToken, link: LinkRenderer): ReactNode {
  if (token.type === 'strong') return <strong>{children(token.tokens, link)}</strong>;
  if (token.type === 'em') return <em>{children(token.tokens, link)}</em>;
  if (token.type === 'codespan') return <code>{token.text}</code>;
  if (token.type === 'br') return <br />;
  if (token.type === 'escape') return token.text;
  if (token.type === 'text') {
    return token.tokens === undefined ? token.text : children(token.tokens, link);
  }
  if (token.type === 'link') {
    const text = children(token.tokens, link);
    return harmless.test(token.href) ? link(token.href, text) : text;
  }
  // Other tokens, HTML included, are shown as text.
  return token.raw;
}

function element(token: MarkedToken, link: LinkRenderer): ReactNode {
  if (token.type === 'space') return null;
  if (token.type === 'paragraph') return <p>{children(token.tokens, link)}</p>;
  if (token.type === 'heading') return <h3>{children(token.tokens, link)}</h3>;
  if (token.type !== 'list') return inline(token, link);
  const items = token.items.map((item, index) => (
    <li key={String(index)}>{children(item.tokens, link)}</li>
  ));
  return token.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

/**
 * Markdown as elements: paragraphs, lists, headings of the third level, emphasis, code and links. No markup is ever
 * taken from the text, and a link only leads to the web, to mail or within the site.
 */
export function Markdown({ text, link }: { readonly text: string; readonly link: LinkRenderer }) {
  return <>{children(lexer(text), link)}</>;
}
