import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseMrz, type PassportData } from '@bkksiam/domain/mrz';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { TextArea } from '#ui/form-field.tsx';
import { Phrases } from '#ui/phrases.tsx';

/** Two lines of a passport; what is shorter is still being typed. */
const zoneLength = 88;

/** Reads the two lines at the foot of a passport's page; what does not fit is said beside them, by its field. */
export function PassportZone({
  onPassport,
}: {
  readonly onPassport: (passport: PassportData) => void;
}) {
  const { t } = useTranslation('travellers');
  const [text, setText] = useState('');
  const [hasLeft, setHasLeft] = useState(false);
  const { passport, problems = [] } = parseMrz(text, bangkokToday());
  const isShort = text.replaceAll(/\s/g, '').length < zoneLength;
  const isSaid = text.trim() !== '' && (hasLeft || !isShort);
  function type(typed: string) {
    setText(typed);
    const read = parseMrz(typed, bangkokToday()).passport;
    if (read !== undefined) onPassport(read);
  }
  const said = problems.map(({ code, values }) => (
    <span key={code} className="block">
      <Phrases text={t(`problem.${code}`, { ...values })} />
    </span>
  ));
  return (
    <details className="group rounded-md bg-sunken px-4">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 font-mid text-teal">
        {t('zone.title')}
        <ChevronDown className="size-5 flex-none group-open:rotate-180" />
      </summary>
      <div className="grid gap-2 pb-4">
        <TextArea
          label={t('zone.label')}
          hint={t('zone.hint')}
          error={isSaid && said.length > 0 ? said : undefined}
          rows={2}
          value={text}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={() => setHasLeft(true)}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          translate="no"
          className="[&_textarea]:font-mono [&_textarea]:text-sm"
        />
        <p role="status" className="text-sm font-mid">
          {passport !== undefined && t('zone.read')}
        </p>
      </div>
    </details>
  );
}
