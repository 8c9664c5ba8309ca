import { lexer, type MarkedToken, type Token } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { withWholeWords } from './phrases.tsx';

/** Renders a link with a safe URL. */
type LinkRenderer = (href: string, text: ReactNode) => ReactNode;

export interface MarkdownProps {
  readonly text: string;
  readonly link: LinkRenderer;
  /** Words without line breaks inside, as the one group of an expression. */
  readonly wholeWords?: RegExp;
}

type Look = Omit<MarkdownProps, 'text'>;

/** Web and mail URLs, and paths of this site; `//` and `/\` would lead to another one. */
const harmless = /^(?:https?:\/\/|mailto:|#|\/(?![/\\]))/i;

function children(tokens: readonly Token[] | undefined, look: Look): ReactNode {
  return tokens?.map((token, index) => (
    <Fragment key={`${String(index)} ${token.type}`}>
      {element(token as MarkedToken, look)}
    </Fragment>
  ));
}

function inline(token: MarkedToken, look: Look): ReactNode {
  if (token.type === 'strong') return <strong>{children(token.tokens, look)}</strong>;
  if (token.type === 'em') return <em>{children(token.tokens, look)}</em>;
  if (token.type === 'codespan') return <code>{token.text}</code>;
  if (token.type === 'br') return <br />;
  if (token.type === 'escape') return token.text;
  if (token.type === 'text') {
    if (token.tokens !== undefined) return children(token.tokens, look);
    return look.wholeWords ? withWholeWords(token.text, look.wholeWords) : token.text;
  }
  if (token.type === 'link') {
    const text = children(token.tokens, look);
    return harmless.test(token.href) ? look.link(token.href, text) : text;
  }
  // Other tokens, HTML included, are shown as text.
  return token.raw;
}

function element(token: MarkedToken, look: Look): ReactNode {
  if (token.type === 'space') return null;
  if (token.type === 'paragraph') return <p>{children(token.tokens, look)}</p>;
  if (token.type === 'heading') return <h3>{children(token.tokens, look)}</h3>;
  if (token.type !== 'list') return inline(token, look);
  const items = token.items.map((item, index) => (
    <li key={String(index)}>{children(item.tokens, look)}</li>
  ));
  return token.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

/**
 * Markdown as elements: paragraphs, lists, headings of the third level, emphasis, code and links. No markup is ever
 * taken from the text, and a link only leads to the web, to mail or within the site.
 */
export function Markdown({ text, ...look }: MarkdownProps) {
  return <>{children(lexer(text), look)}</>;
}
