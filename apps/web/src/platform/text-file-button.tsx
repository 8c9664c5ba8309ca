import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button } from './button.tsx';

export interface TableFileButtonProps {
  readonly label: string;
  readonly onFile: (file: File) => void;
}

/** Chooses a file with a table as text, such as CSV. */
export function TableFileButton({ label, onFile }: TableFileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
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
          if (file !== undefined) onFile(file);
        }}
      />
      <Button tone="secondary" size="sm" onClick={() => input.current?.click()}>
        <Upload className="size-5" />
        {label}
      </Button>
    </div>
  );
}
