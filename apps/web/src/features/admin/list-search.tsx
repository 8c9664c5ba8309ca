import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { TextField } from '#ui/form-field.tsx';

const pauseMs = 300;
// What is searched for stands in the address.
const longest = 200;

export interface ListSearchProps {
  readonly label: string;
  /** What the list is searched for. */
  readonly words: string;
  readonly onSearch: (words: string) => void;
  readonly className?: string;
}

/** Where a list is searched: after a pause of typing, or at once by Enter. It follows the address, Back included. */
export function ListSearch({ label, words, onSearch, className }: ListSearchProps) {
  const [text, setText] = useState(words);
  const [sent, setSent] = useState(words);
  const [seen, setSeen] = useState(words);
  if (words !== seen) {
    setSeen(words);
    // What this field has asked for may be typed on already.
    if (words !== sent) {
      setText(words);
      setSent(words);
    }
  }
  function send() {
    setSent(text.trim());
    onSearch(text);
  }
  const sendIfDue = useEffectEvent(() => {
    if (text.trim() !== sent) send();
  });
  useEffect(() => {
    const timer = setTimeout(sendIfDue, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <form
      method="post"
      role="search"
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextField
        label={label}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={longest}
        icon={Search}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
