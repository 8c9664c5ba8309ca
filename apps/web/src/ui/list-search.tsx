import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { TextField } from './form-field.tsx';
import { Form } from './form.tsx';

const pauseMs = 300;
// The text is part of the URL.
const maxLength = 200;

export interface ListSearchProps {
  readonly label: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly className?: string | undefined;
}

/** The search field of a list: searches after a pause, or at once by Enter. It follows the URL. */
export function ListSearch({ label, search, onSearch, className }: ListSearchProps) {
  const [text, setText] = useState(search);
  const [sent, setSent] = useState(search);
  const [seen, setSeen] = useState(search);
  if (search !== seen) {
    setSeen(search);
    // The submitted text may have been edited since.
    if (search !== sent) {
      setText(search);
      setSent(search);
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
    <Form role="search" className={className} onSubmit={send}>
      <TextField
        label={label}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={maxLength}
        icon={Search}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Form>
  );
}
