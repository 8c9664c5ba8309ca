/** An email address that wraps before its `@`. */
export function EmailText({ address }: { readonly address: string }) {
  const [, name = '', host = ''] = /^([^@]*)(.*)$/s.exec(address) ?? [];
  return (
    <>
      {name}
      {host.length > 0 && <wbr />}
      {host}
    </>
  );
}

/** A text in which an address wraps before its `@`. */
export function TextWithEmail({
  text,
  address,
}: {
  readonly text: string;
  readonly address: string;
}) {
  const start = text.indexOf(address);
  if (address === '' || start === -1) return text;
  return (
    <>
      {text.slice(0, start)}
      <EmailText address={address} />
      {text.slice(start + address.length)}
    </>
  );
}
