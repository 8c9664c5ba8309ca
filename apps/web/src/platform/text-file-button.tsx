import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { toAppError } from './app-error.ts';
import { decodeText } from './decode-text.ts';
import type { NamespacedKey } from './i18n.ts';
import { logRejection } from './log.ts';
import { toastError } from './toast.ts';

export interface TextFileButtonProps {
  readonly label: string;
  readonly maxBytes: number;
  /** The message for a larger file. */
  readonly tooLarge: string;
  /** The message for a file whose encoding is unknown. */
  readonly unknownEncoding: string;
  /** Title of the toast if the file cannot be read. */
  readonly failed: NamespacedKey;
  readonly onText: (text: string, name: string) => void | Promise<void>;
}

/** Chooses a file with a table as text, such as CSV, and reads it. */
export function TextFileButton(props: TextFileButtonProps) {
  const { label, maxBytes, tooLarge, unknownEncoding, failed, onText } = props;
  const input = useRef<HTMLInputElement>(null);
  async function read(file: File) {
    try {
      if (file.size > maxBytes) throw new Error(tooLarge);
      const text = decodeText(new Uint8Array(await file.arrayBuffer()));
      if (text === undefined) throw new Error(unknownEncoding);
      await onText(text, file.name);
    } catch (error) {
      toastError(failed, toAppError(error));
    }
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label={label}
        className="hidden"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (file !== undefined) logRejection('the file could not be read', read(file));
        }}
      />
      <Button tone="secondary" size="sm" onClick={() => input.current?.click()}>
        <Upload className="size-5" />
        {label}
      </Button>
    </div>
  );
}
