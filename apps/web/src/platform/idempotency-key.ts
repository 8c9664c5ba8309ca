import { useRef } from 'react';
import { newId } from './form.ts';

/** The same content sent again has the same key, so that it counts once. */
export function useIdempotencyKey() {
  const last = useRef({ content: '', key: '' });
  return {
    keyOf(input: object): string {
      const content = JSON.stringify(input);
      if (last.current.content !== content) last.current = { content, key: newId() };
      return last.current.key;
    },
    /** Called once it was sent: the same content again is another one. */
    forget() {
      last.current = { content: '', key: '' };
    },
  };
}
