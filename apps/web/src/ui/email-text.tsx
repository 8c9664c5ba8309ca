/** An email address that wraps before its host. */
export function EmailText({ address }: { readonly address: string }) {
  const [, name = '', host = ''] = /^([^@]*@?)(.*)$/s.exec(address) ?? [];
  return (
    <>
      {name}
      {host.length > 0 && <wbr />}
      {host}
    </>
  );
}
