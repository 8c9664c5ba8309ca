import { RiverMark } from '#drawings/river.tsx';

export function Eyebrow({ text }: { readonly text: string }) {
  return (
    <p className="flex items-center gap-3 text-sm font-head text-teal">
      <RiverMark />
      {text}
    </p>
  );
}
